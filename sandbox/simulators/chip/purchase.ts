import { z } from 'zod';
import { methodNames } from './methods';
import { createSchema } from './request';

/** The values of `PurchaseStatus` that a purchase can have here. */
export const statuses = [
  'created',
  'viewed',
  'error',
  'cancelled',
  'overdue',
  'expired',
  'hold',
  'released',
  'preauthorized',
  'paid',
  'pending_execute',
  'pending_charge',
  'chargeback',
  'pending_refund',
  'refunded',
] as const;
export type PurchaseStatus = (typeof statuses)[number];

const methodName = z.enum(methodNames);

/** What is stored of a card: never its number, nor its CVC. */
const cardSchema = z.object({
  masked_pan: z.string(),
  three_d_secure: z.boolean(),
  expiry_month: z.int(),
  expiry_year: z.int(),
  cardholder_name: z.string(),
});
export type StoredCard = z.infer<typeof cardSchema>;

const attemptSchema = z.object({
  type: z.enum(['execute', 'authorize', 'release', 'capture', 'recurring_execute', 'refund']),
  method: z.string(),
  flow: z.enum(['payform', 'direct_post', 'api']),
  card: cardSchema.nullable(),
  at: z.int(),
  /** The error's code; null for a successful attempt. */
  error: z.string().nullable(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** A payer's visit to a bank's page. */
const sessionSchema = z.object({
  id: z.string(),
  method: methodName,
  /** The code of the bank; empty where the method has none. */
  bank: z.string(),
  flow: attemptSchema.shape.flow,
  card: cardSchema.nullable(),
  remembersCard: z.boolean(),
  /** The button that was pressed, and where the payer went; null while the page is open. */
  button: z.string().nullable(),
  end: z.enum(['success', 'failure', 'cancel']).nullable(),
});
export type Session = z.infer<typeof sessionSchema>;

const refundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  state: z.enum(['refunded', 'pending']),
  at: z.int(),
});
export type Refund = z.infer<typeof refundSchema>;

/** Times are seconds since 1970 by the banks' clock, amounts are in sen. */
export const purchaseSchema = z.object({
  id: z.uuid(),
  request: createSchema,
  total: z.int(),
  clientAddress: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  status: z.enum(statuses),
  /** Oldest first. `related` is the id of the refund that a status is about. */
  history: z.array(z.object({ status: z.enum(statuses), at: z.int(), related: z.string().nullable() })),
  viewedAt: z.int().nullable(),
  /** Newest first. */
  attempts: z.array(attemptSchema),
  sessions: z.array(sessionSchema),
  /** What was paid, or is on hold. */
  payment: z.object({ attempt: attemptSchema, amount: z.int(), at: z.int() }).nullable(),
  refunds: z.array(refundSchema),
  recurringToken: z.string().nullable(),
  /** The charge by a token that `pending_charge` is about. */
  chargedBy: attemptSchema.nullable().default(null),
  isRecurringToken: z.boolean(),
  /** When a payment whose outcome the acquirer does not know turns out to be made; null for none. */
  settlesAt: z.int().nullable(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

const payable: readonly PurchaseStatus[] = ['created', 'viewed', 'error', 'overdue'];

/** Whether the payer can still pay it. */
export function isPayable({ status, request, attempts }: Purchase): boolean {
  return payable.includes(status) && !(request.purchase.single_attempt && attempts.length > 0);
}

/** Whether its money has arrived, whatever became of it later. */
export function isPaid({ status }: Purchase): boolean {
  return ['paid', 'pending_refund', 'refunded', 'chargeback'].includes(status);
}

/** What can still be refunded, sen. */
export function refundableAmount(purchase: Purchase): number {
  if (!isPaid(purchase) || purchase.status === 'chargeback' || purchase.payment === null) return 0;
  return purchase.refunds.reduce((left, { amount }) => left - amount, purchase.payment.amount);
}

/** Changes the status, and adds it to the history. */
export function withStatus(purchase: Purchase, status: PurchaseStatus, at: number, related: string | null = null) {
  return { ...purchase, status, updatedAt: at, history: [...purchase.history, { status, at, related }] };
}

/** Adds an attempt. */
export function withAttempt(purchase: Purchase, attempt: Attempt): Purchase {
  return { ...purchase, attempts: [attempt, ...purchase.attempts] };
}
