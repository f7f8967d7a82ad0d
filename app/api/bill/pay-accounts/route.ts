import { getLocale } from 'next-intl/server';
import type { z } from 'zod';
import { transactionCreate, transactionCreateSeveral } from '@/lib/contract/bill';
import type { ErrorCodeOf } from '@/lib/contract/call';
import { accountField, type ChosenAccount } from '@/lib/domain/bill/several-accounts';
import { contactFormSchema } from '@/lib/domain/forms/bill-form';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { formatLimitFigure, sen } from '@/lib/domain/money';
import { parseRefid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { toHostPrefix, toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { paymentPath, resultPath, routes } from '@/lib/routes';
import type { BackendError } from '@/lib/server/backend/backend-client';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { readIdempotencyKey } from '@/lib/server/backend/idempotency';
import { accountsNotOffered, readAccountList } from '@/lib/server/bill/account-list';
import { refreshAccounts } from '@/lib/server/bill/refresh-accounts';
import {
  backendFailed,
  makeFormHandler,
  tooManyRequests,
  type FormIssue,
  type FormRefusal,
} from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { parseForm } from '@/lib/server/forms/parse-form';
import type { RateLimitUse } from '@/lib/server/security/rate-limits';
import { makeAccountsCookie, type AccountList } from '@/lib/server/session/accounts-token';
import { makeVisitPaymentCookie } from '@/lib/server/session/visit-payments';

interface PayAccounts {
  readonly list: AccountList;
  readonly contact: z.output<typeof contactFormSchema>;
  readonly idempotencyKey: string;
}

async function parse(fields: FormFields): Promise<Result<PayAccounts, FormRefusal>> {
  const list = await readAccountList(fields);
  if (!list.ok) return list;
  // Typed beside the list, and not looked up: the payer believes that it is paid, too.
  if (fields['accountNumber']) return failure(await refuseUnlistedNumber(list.value));
  const contact = parseForm(contactFormSchema, fields);
  if (!contact.ok) return contact;
  const idempotencyKey = readIdempotencyKey(fields['idempotencyKey']);
  return success({ list: list.value, contact: contact.value, idempotencyKey });
}

/** Shows the list again, with the number and what is said of it in the form that looks it up. The list keeps the contact that is typed. */
async function refuseUnlistedNumber(list: AccountList): Promise<FormRefusal> {
  return {
    issues: [{ field: 'accountNumber', key: 'errors.accountNotListed' }],
    startAgain: {
      ...{ form: 'account-look-up', page: routes.accounts, keepsValues: true },
      cookies: [await makeAccountsCookie(list)],
    },
  };
}

/** Creates the payment: of one account as the bill's page does, of several by one call. Nothing is created unless all can be paid. */
async function create({ list: { accounts }, contact, idempotencyKey }: PayAccounts, requestId: string | null) {
  const language = await getLocale();
  const bills = accounts.map(({ accountNumber, payOption, amount, payAgain }) => ({
    accountNumber,
    payOption,
    amount,
    payAgain,
  }));
  const [bill, ...others] = bills;
  const options = { idempotencyKey, requestId };
  if (bill !== undefined && others.length === 0) {
    return callWithInFlightRetry(transactionCreate, { ...bill, ...contact, language }, options);
  }
  return callWithInFlightRetry(transactionCreateSeveral, { accounts: bills, ...contact, language }, options);
}

/** Creates one payment of the listed accounts and redirects to its page. Decision 30. */
export const POST = makeFormHandler<PayAccounts>({
  name: 'accounts',
  page: () => routes.accounts,
  retainedFields: retainedFields.accounts,
  parse,
  addressLimit: 'transactionsByAddress',
  // Each account causes a call to the biller, so each counts as one bill taken to payment. The post itself is counted for the first.
  rateLimits: ({ list: { accounts } }, { clientAddress }) =>
    accounts.flatMap((_account, index): RateLimitUse[] => [
      ...(index === 0 ? [] : [{ limit: 'transactionsByAddress' as const, key: toHostPrefix(clientAddress) }]),
      { limit: 'transactionsByNetwork', key: toNetworkPrefix(clientAddress) },
      { limit: 'transactionsByNetworkHardLimit', key: toNetworkPrefix(clientAddress) },
    ]),
  send: async (payment, { requestId, isFramed }) => {
    const response = await create(payment, requestId);
    if (!response.ok) {
      const next = findRefusedOrder(response.error);
      return next === null ? failure(await refuse(response.error, payment.list, requestId)) : success({ next });
    }
    const { transactionRefId: refid } = response.value;
    const { email = null, phoneNumber = null } = payment.contact;
    const [account, ...others] = payment.list.accounts;
    const own = await makeVisitPaymentCookie(
      refid,
      {
        contact: { email, phoneNumber },
        cameFromBill: true,
        ...(account !== undefined && others.length === 0 && { accountName: account.accountName }),
      },
      isFramed,
    );
    // The list is kept, so that the back button can show it. That a payment may repeat another was confirmed for this payment only.
    const accounts = payment.list.accounts.map((one) => ({ ...one, payAgain: false }));
    const list = await makeAccountsCookie({ ...payment.list, accounts, refid });
    return success({ next: paymentPath(refid), cookies: [own, list] });
  },
});

type Refused = BackendError<ErrorCodeOf<typeof transactionCreateSeveral>>;

/** Returns the path of the screen of an order that is refused, which the payment of one account has; null for any other refusal. */
function findRefusedOrder(error: Refused): string | null {
  const refid = error.kind === 'problem' ? parseRefid(String(error.parameters['refid'] ?? '')) : undefined;
  if (error.kind === 'fault' || refid === undefined) return null;
  if (error.code === 'account-blacklisted') return resultPath('/blacklisted', refid);
  return error.code === 'already-processing' ? resultPath('/processed', refid) : null;
}

/** Says which account cannot be paid, and what the payer can do about it: at its row, on the list as its bills are now. */
async function refuse(error: Refused, list: AccountList, requestId: string | null): Promise<FormRefusal> {
  if (error.kind === 'fault') return backendFailed();
  const { accounts } = list;
  // A refusal that names no account is about the only one, or about the total.
  const position = Number(error.parameters['account'] ?? 1);
  // In full, as the list shows it: the last digits of two accounts can be the same.
  const account = accounts[position - 1]?.accountNumber ?? '';
  const say = (key: FormIssue['key']) => ({ field: accountField(position), key, parameters: { account } });
  switch (error.code) {
    case 'amount-not-allowed':
      return isAboutTotal(error.parameters, accounts)
        ? refuseTotal(error.parameters)
        : refuseChanged(list, say('errors.accountChanged'), requestId);
    case 'unknown-account':
    case 'account-closed':
    case 'account-blacklisted':
      return refuseAccounts(list, [say('errors.accountNotPayable')]);
    case 'already-processing':
      return refuseAccounts(list, [say('errors.accountProcessing')]);
    case 'repeated-payment':
      return refuseChanged(list, say('errors.accountRepeated'), requestId);
    case 'idempotency-key-reused':
    case 'request-in-flight':
      return { issues: [{ field: null, key: 'errors.paymentInProgress' }] };
    case 'not-found':
      return accountsNotOffered;
    case 'rate-limited':
      return tooManyRequests(error.retryAfter ?? 60);
    default:
      return backendFailed();
  }
}

/** Shows the list again, with what is said of its accounts in their rows. */
async function refuseAccounts(list: AccountList, issues: readonly FormIssue[]): Promise<FormRefusal> {
  const cookies = [await makeAccountsCookie(list)];
  return { issues, startAgain: { form: 'accounts', page: routes.accounts, keepsValues: true, cookies } };
}

/** A bill has changed since it was shown: the list is shown as all its bills are now. `known`: what the backend has said of one. */
async function refuseChanged(list: AccountList, known: FormIssue, requestId: string | null): Promise<FormRefusal> {
  const { accounts, issues } = await refreshAccounts(list.accounts, requestId);
  return refuseAccounts({ ...list, accounts }, issues.length === 0 ? [known] : issues);
}

type Parameters = Readonly<Record<string, string | number>>;

function isAboutTotal(parameters: Parameters, accounts: readonly ChosenAccount[]): boolean {
  return accounts.length > 1 && parameters['account'] === undefined;
}

function refuseTotal({ limit, figure }: Parameters): FormRefusal {
  const ringgit = formatLimitFigure(sen(Number(figure ?? 0)));
  return limit === 'belowMinimum'
    ? { issues: [{ field: null, key: 'errors.totalBelowMinimum', parameters: { min: ringgit } }] }
    : { issues: [{ field: null, key: 'errors.totalAboveMaximum', parameters: { max: ringgit } }] };
}
