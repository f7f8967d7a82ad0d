import { getAmountLimits } from '@/lib/domain/bill/amount-limits';
import { hasRoomFor, maximumAccounts, putAccount } from '@/lib/domain/bill/several-accounts';
import { billFormSchema } from '@/lib/domain/forms/bill-form';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { failure, success, type Result } from '@/lib/domain/result';
import { anotherAccountPath, routes } from '@/lib/routes';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { accountsNotOffered, makeAccountNoticeCookie, readAccountList } from '@/lib/server/bill/account-list';
import { billExpired } from '@/lib/server/bill/bill-expired';
import { backendFailed, makeFormHandler, type FormRefusal } from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { parseForm } from '@/lib/server/forms/parse-form';
import { makeAccountsCookie, type AccountList } from '@/lib/server/session/accounts-token';
import { readExpiredAccountNumber, unsealBill } from '@/lib/server/session/bill-token';

const emptyList = { accounts: [], refid: null, email: '', phoneNumber: '' } as const;

/** The list with the account that the form puts on it. */
interface AddedAccount {
  readonly list: AccountList;
  readonly accountNumber: string;
  /** It was listed before, with another amount. */
  readonly isChanged: boolean;
  /** The page that shows it. */
  readonly next: string;
}

/** Validates the choice with the bill that the form showed, and puts its account on the list that the form carries, or on a new one. */
async function parse(fields: FormFields): Promise<Result<AddedAccount, FormRefusal>> {
  const [bill, config] = await Promise.all([unsealBill(fields['billToken']), loadCommonConfig()]);
  if (bill === null) return failure(billExpired(await readExpiredAccountNumber(fields['billToken'])));
  if (!config.ok) return failure(backendFailed());
  if (bill.accountStatus === 'closed') return failure({ issues: [{ field: null, key: 'errors.accountClosed' }] });
  const limit = Math.min(maximumAccounts, bill.accountsPerPayment);
  if (limit < 2) return failure(accountsNotOffered);
  const isFirst = fields['accountsToken'] === undefined;
  const list = isFirst ? success(emptyList) : await readAccountList(fields);
  if (!list.ok) return list;
  const { accountNumber, accountName, overdueBalance, outstanding, recentPayments } = bill;
  const context = { ...getAmountLimits(bill, config.value), overdueBalance, outstanding, recentPayments };
  const form = parseForm(billFormSchema(context), fields);
  if (!form.ok) return form;
  if (!hasRoomFor(list.value.accounts, accountNumber, limit)) {
    return failure({ issues: [{ field: null, key: 'errors.tooManyAccounts' }] });
  }
  const { payOption, amount, payAgain, email, phoneNumber } = form.value;
  const changed = {
    accounts: putAccount(list.value.accounts, { accountNumber, accountName, payOption, amount, payAgain }),
    refid: list.value.refid,
    limit,
    email: email ?? list.value.email,
    phoneNumber: phoneNumber ?? list.value.phoneNumber,
  };
  const isChanged = list.value.accounts.some((one) => one.accountNumber === accountNumber && one.amount !== amount);
  return success({ list: changed, accountNumber, isChanged, next: isFirst ? anotherAccountPath : routes.accounts });
}

/** Puts the bill that the form shows, with the chosen amount, on the list of a payment of several accounts. Asks no backend. Decision 30. */
export const POST = makeFormHandler<AddedAccount>({
  name: 'bill',
  page: () => routes.bill,
  retainedFields: retainedFields.bill,
  parse,
  addressLimit: 'browserPostsByAddress',
  send: async ({ list, accountNumber, isChanged, next }, visit) => {
    const notice = await makeAccountNoticeCookie(isChanged ? 'changed' : 'added', accountNumber, visit);
    return success({ next, cookies: [await makeAccountsCookie(list), notice] });
  },
});
