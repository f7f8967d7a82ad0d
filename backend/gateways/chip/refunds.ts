import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AttemptOrder, GatewayError, GatewayRefunds, RefundAnswer, RefundedState, RefundOrder } from '../gateway';
import type { ChipApi, ChipResponse } from './api';
import { purchaseSchema, type ChipPurchase } from './purchase';

/** Reads the purchase of an attempt from CHIP. */
export type ReadPurchase = (order: AttemptOrder) => Promise<Result<ChipPurchase, GatewayError>>;

const refundSchema = z.object({
  type: z.literal('payment'),
  id: z.uuid(),
  payment: z.object({ amount: z.int(), currency: z.literal('MYR'), payment_type: z.literal('refund') }),
  related_to: z.object({ type: z.literal('purchase'), id: z.uuid() }),
});

const refusalSchema = z.object({ __all__: z.object({ code: z.string().min(1) }) });

const longestReason = 64;

/** A payment that has these statuses, and has never been refunded, has all of its money. */
const paidStatuses: ReadonlySet<string> = new Set(['paid', 'cleared', 'settled']);

/**
 * Returns what was refunded of a paid purchase; null if it is not told: of one that is not paid, whose refund is pending, or that was charged
 * back. CHIP tells only what can still be refunded, which is nothing also where it does not refund at all: it counts once there was a refund.
 */
function readRefundedState({
  status,
  status_history: history,
  payment,
  refundable_amount: left,
}: ChipPurchase): RefundedState | null {
  if (payment === null) return null;
  const wasRefunded = status === 'refunded' || history.some((past) => past.status === 'refunded');
  if (paidStatuses.has(status) && !wasRefunded) return { amount: sen(0) };
  const isTold = (status === 'refunded' || paidStatuses.has(status)) && left !== undefined && left <= payment.amount;
  return isTold ? { amount: sen(payment.amount - left) } : null;
}

/** What a call for a refund was answered. Only CHIP's own refusal says that nothing is returned. */
function readAnswer({ status, body }: ChipResponse, { amount, payment }: RefundOrder): RefundAnswer {
  const refusal = refusalSchema.safeParse(body);
  if (status === 400 && refusal.success) {
    return { status: 'failed', reason: refusal.data.__all__.code.slice(0, longestReason) };
  }
  if (status !== 200) return { status: 'unknown' };
  const pending = purchaseSchema.safeParse(body);
  if (pending.success && pending.data.status === 'pending_refund' && pending.data.id === payment.paymentId) {
    return { status: 'pending' };
  }
  const made = refundSchema.safeParse(body);
  const isOfPayment = made.data?.related_to.id === payment.paymentId && made.data?.payment.amount === amount;
  return made.success && isOfPayment ? { status: 'succeeded', gatewayReference: made.data.id } : { status: 'unknown' };
}

/**
 * Refunds by `POST purchases/{id}/refund/`. CHIP has no idempotency key: a refund is sent once, and after a lost answer what the purchase tells
 * decides. All of a payment is asked for without an amount, since some methods refund only so.
 */
export function createRefunds(api: ChipApi, readPurchase: ReadPurchase): GatewayRefunds {
  /** The acquirer's reason of a refund that has failed. */
  async function explain(answer: RefundAnswer, payment: AttemptOrder): Promise<RefundAnswer> {
    if (answer.status !== 'failed' || answer.reason !== 'purchase_refund_error') return answer;
    const purchase = await readPurchase(payment);
    const [latest] = purchase.ok ? purchase.value.transaction_data.attempts : [];
    const code = latest?.type === 'refund' && latest.successful === false ? latest.error?.code : undefined;
    return { status: 'failed', reason: (code || answer.reason).slice(0, longestReason) };
  }

  return {
    repeats: 'never',
    async refund(order) {
      const { payment, amount } = order;
      if (payment.paymentId === null) return { status: 'failed', reason: 'not-created' };
      const body = amount === payment.amount ? {} : { amount };
      const answer = await api.post(`purchases/${payment.paymentId}/refund/`, body, { isOnce: true });
      return answer.ok ? explain(readAnswer(answer.value, order), payment) : { status: 'unknown' };
    },
    async readRefunded(payment) {
      const purchase = await readPurchase(payment);
      if (!purchase.ok) return purchase;
      const state = readRefundedState(purchase.value);
      return state === null ? failure('unreachable') : success(state);
    },
  };
}
