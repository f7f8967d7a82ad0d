import 'server-only';
import { getLocale } from 'next-intl/server';
import { paymentResult } from '@/lib/contract/payment';
import type { ResponseOf } from '@/lib/contract/call';
import type { Bill } from '@/lib/domain/bill/bill';
import type { Outcome } from '@/lib/domain/payment/outcomes';
import { paymentPath } from '@/lib/routes';
import { callBackend } from '../backend/backend-client';
import { listPaymentsOfBills } from '../session/visit-payments';
import { readRequestId } from '../visit/visit-headers';

/** Money has moved, or may move. */
const ownOutcomes: readonly Outcome[] = ['successful', 'pending', 'pending-approval', 'review'];

function pays(accountNumber: string, result: ResponseOf<typeof paymentResult>): boolean {
  return result.accountNumber === accountNumber || result.accounts.some((one) => one.accountNumber === accountNumber);
}

/**
 * Returns the path of the payment by which this visit pays a bill, or has paid it: the latest that it took the bill to, and null where the bill has no
 * recent payments or none is the visit's. A payment that the backend does not return is skipped.
 */
export async function findOwnPaymentPath({
  accountNumber,
  recentPayments,
}: Pick<Bill, 'accountNumber' | 'recentPayments'>): Promise<string | null> {
  if (recentPayments.length === 0) return null;
  const requestId = await readRequestId();
  for (const refid of await listPaymentsOfBills()) {
    const response = await callBackend(paymentResult, { refid, language: await getLocale() }, { requestId });
    if (!response.ok || !pays(accountNumber, response.value)) continue;
    const { status, canTryAgain } = response.value;
    if (!canTryAgain && ownOutcomes.includes(status)) return paymentPath(refid);
  }
  return null;
}
