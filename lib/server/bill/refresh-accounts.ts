import 'server-only';
import { billGet } from '@/lib/contract/bill';
import { toBill } from '@/lib/contract/mapping';
import { getAmountLimits, type AmountLimits } from '@/lib/domain/bill/amount-limits';
import type { Bill } from '@/lib/domain/bill/bill';
import { getPayAmount } from '@/lib/domain/bill/pay-choice';
import { isRepeatedPayment } from '@/lib/domain/bill/recent-payments';
import { accountField, type ChosenAccount } from '@/lib/domain/bill/several-accounts';
import { formatPlainRinggit, formatRinggit } from '@/lib/domain/money';
import { callBackend } from '../backend/backend-client';
import { loadCommonConfig } from '../backend/common-config';
import type { FormIssue } from '../forms/form-pipeline';

/** A listed account as its bill is now, and what to say of it; null: as it was. */
interface RefreshedAccount {
  readonly account: ChosenAccount;
  readonly issue: Pick<FormIssue, 'key' | 'parameters'> | null;
}

/** Whether all that was owed has arrived, and nothing is only under way. */
function isPaid({ outstanding, recentPayments }: Bill): boolean {
  return outstanding <= 0 && recentPayments.every(({ isCounted, status }) => !isCounted || status === 'received');
}

/** Chooses for an account what was chosen before, by its bill as it is now. */
export function refreshAccount(account: ChosenAccount, bill: Bill, limits: AmountLimits): RefreshedAccount {
  const { accountNumber, amount: was, payAgain, payOption } = account;
  const isRepeated = !payAgain && isRepeatedPayment(was, bill);
  const now = getPayAmount({ payOption, amount: formatPlainRinggit(was) }, { ...bill, ...limits });
  if (isRepeated || !now.ok) {
    const unpaid = isRepeated ? 'errors.accountRepeated' : 'errors.accountChanged';
    const key = isPaid(bill) ? 'errors.accountPaid' : unpaid;
    return { account, issue: { key, parameters: { account: accountNumber } } };
  }
  if (now.value === was) return { account, issue: null };
  const parameters = { account: accountNumber, was: formatRinggit(was), now: formatRinggit(now.value) };
  return {
    account: { ...account, amount: now.value },
    issue: { key: 'errors.accountAmountChanged', parameters },
  };
}

/** Reads the bills of a list again. Returns the accounts with what is due now, and an issue for each row that has changed. */
export async function refreshAccounts(
  accounts: readonly ChosenAccount[],
  requestId: string | null,
): Promise<{ readonly accounts: readonly ChosenAccount[]; readonly issues: readonly FormIssue[] }> {
  const config = await loadCommonConfig();
  if (!config.ok) return { accounts, issues: [] };
  const refreshed = await Promise.all(
    accounts.map(async (account): Promise<RefreshedAccount> => {
      const found = await callBackend(billGet, { accountNumber: account.accountNumber }, { requestId });
      if (!found.ok) return { account, issue: null };
      const bill = toBill(found.value);
      return refreshAccount(account, bill, getAmountLimits(bill, config.value));
    }),
  );
  return {
    accounts: refreshed.map(({ account }) => account),
    issues: refreshed.flatMap(({ issue }, index) =>
      issue === null ? [] : [{ ...issue, field: accountField(index + 1) }],
    ),
  };
}
