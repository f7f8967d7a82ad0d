import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import type { GatewayReport, GatewayStatus } from '../gateway';

/** The published statuses of a payment. */
type PaymentStatus = 'open' | 'processing' | 'paid' | 'failed' | 'cancelled' | 'expired';

/** A payment, as all calls return it and callbacks have it. The amount is in sen. */
export const paymentSchema = z.object({
  id: z.string().regex(/^[\w-]{6,64}$/),
  reference: z.string().regex(/^[a-z0-9]{20}$/),
  status: z.string().regex(/^[a-z_]{1,64}$/),
  amount: z.int().min(1).max(99_999_999_999),
  currency: z.string().length(3),
  page_url: z.url({ protocol: /^https?$/ }).max(1000),
});
export type Payment = z.infer<typeof paymentSchema>;

/** An open payment can still be paid, as one that is processed can. */
const statuses = {
  open: 'pending',
  processing: 'pending',
  paid: 'successful',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<PaymentStatus, GatewayStatus>;

function isPublished(status: string): status is PaymentStatus {
  return Object.hasOwn(statuses, status);
}

/** Reads the report on an attempt from its payment. A status that is not published is 'pending'. */
export function toReport({ id, reference, status, amount, currency }: Payment): GatewayReport {
  return {
    number: reference,
    status: isPublished(status) ? statuses[status] : 'pending',
    amount: sen(amount),
    currency,
    gatewayReference: id,
    reasonCode: status,
    bankName: null,
  };
}
