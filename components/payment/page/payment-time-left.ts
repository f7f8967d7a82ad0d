import { toMilliseconds } from '@/lib/domain/malaysia-time';
import type { PaymentPage } from '@/lib/domain/payment/payment';

/** Returns the time left to pay when the backend read the payment, ms. */
export function timeLeft({ deadline, serverTime }: Pick<PaymentPage, 'deadline' | 'serverTime'>): number {
  return toMilliseconds(deadline) - toMilliseconds(serverTime);
}
