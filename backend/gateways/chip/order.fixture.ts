import { sen } from '@/lib/domain/money';
import type { AttemptOrder } from '../gateway';

/** An attempt of RM138.78 at FPX. */
export function makeChipOrder(changed: Partial<AttemptOrder> = {}): AttemptOrder {
  return {
    ...{ number: 'abcdefghij0123456789', paymentId: null, method: 'fpx', provider: 'MB2U0227' },
    ...{ resultRoute: '/bankResultFPX', amount: sen(138_78), description: 'Water bill', language: 'en' },
    ...{ payerEmail: 'payer@example.com', payerPhone: null, clientAddress: '203.0.113.7' },
    ...{ startedAt: '2026-11-24T10:00:00.000Z', deadline: '2026-11-24T10:15:00.500Z' },
    ...changed,
  };
}
