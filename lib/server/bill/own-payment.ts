import 'server-only';
import { getLocale } from 'next-intl/server';
import type { ResponseOf } from '@/lib/contract/call';
import { paymentResult } from '@/lib/contract/payment';
import type { Bill } from '@/lib/domain/bill/bill';
import type { OwnPayment } from '@/lib/domain/bill/own-payment';
import { sen } from '@/lib/domain/money';
import type { Outcome } from '@/lib/domain/payment/outcomes';
import { paymentPath } from '@/lib/routes';
import { callBackend } from '../backend/backend-client';
import { listPaymentsOfBills } from '../session/visit-payments';
import { readRequestId } from '../visit/visit-headers';

/** Money has moved, or may move. */
const openOutcomes: readonly Outcome[] = ['pending', 'pending-approval', 'review'];

/** Returns the amount that a payment pays of an account (sen); undefined if it is not of that account. */
function findAmount(accountNumber: string, result: ResponseOf<typeof paymentResult>): number | undefined {
  if (result.accountNumber === accountNumber) return result.amount;
  return result.accounts.find((account) => account.accountNumber === accountNumber)?.amount;
}

/**
 * Returns the payment by which this visit pays a bill, or has paid it: the latest that it took the bill to, and null where it has none. One that is not
 * received counts only while the bill lists it. A payment that the backend does not return is skipped.
 */
export async function findOwnPayment({
  accountNumber,
  recentPayments,
}: Pick<Bill, 'accountNumber' | 'recentPayments'>): Promise<OwnPayment | null> {
  const requestId = await readRequestId();
  for (const refid of await listPaymentsOfBills()) {
    const response = await callBackend(paymentResult, { refid, language: await getLocale() }, { requestId });
    if (!response.ok) continue;
    const { canTryAgain, paymentDateTime, serverTime, status } = response.value;
    const amount = findAmount(accountNumber, response.value);
    if (amount === undefined || canTryAgain) continue;
    const isReceived = status === 'successful';
    if (isReceived || (openOutcomes.includes(status) && recentPayments.length > 0)) {
      return {
        path: paymentPath(refid),
        amount: sen(amount),
        receivedAt: isReceived ? (paymentDateTime ?? serverTime) : null,
      };
    }
  }
  return null;
}
