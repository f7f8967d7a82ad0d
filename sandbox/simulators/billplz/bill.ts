import { z } from 'zod';
import { storedRequestSchema } from './request';

const transactionSchema = z.object({
  id: z.string(),
  status: z.enum(['pending', 'completed', 'failed']),
  /** When it was completed by the banks' clock, ms. */
  completedAt: z.int().nullable(),
});

/** A payer's visit of a bank's page, and the button that ended it. */
const visitSchema = z.object({ id: z.string(), bank: z.string(), button: z.string().nullable() });
export type Visit = z.infer<typeof visitSchema>;

/** A bill of the simulated account. Times are the banks' clock, ms. */
export const storedBillSchema = z.object({
  id: z.string(),
  request: storedRequestSchema,
  state: z.enum(['due', 'paid', 'deleted']),
  paidAt: z.int().nullable(),
  /** Newest first. */
  transactions: z.array(transactionSchema),
  visits: z.array(visitSchema),
});
export type StoredBill = z.infer<typeof storedBillSchema>;

const malaysiaMs = 8 * 60 * 60 * 1000;

/** `2018-09-27 15:15:09 +0800`; empty for null. */
export function formatTime(at: number | null): string {
  if (at === null) return '';
  const [date = '', time = ''] = new Date(at + malaysiaMs).toISOString().split('T');
  return `${date} ${time.slice(0, 8)} +0800`;
}

/** `2018-9-27`, the date of a moment in Malaysia. */
export function formatDate(at: number): string {
  const date = new Date(at + malaysiaMs);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()].join('-');
}

export function isPaid({ state }: StoredBill): boolean {
  return state === 'paid';
}

/** A bill as the API has it. */
export function describeBill(bill: StoredBill, banksOrigin: string): object {
  const { id, request, state } = bill;
  return {
    id,
    collection_id: request.collection_id,
    paid: isPaid(bill),
    state,
    amount: request.amount,
    paid_amount: isPaid(bill) ? request.amount : 0,
    due_at: request.due_at,
    email: request.email || null,
    mobile: request.mobile || null,
    name: request.name.toUpperCase(),
    url: `${banksOrigin}/billplz/bills/${id}`,
    reference_1_label: request.reference_1_label ?? 'Reference 1',
    reference_1: request.reference_1,
    reference_2_label: request.reference_2_label ?? 'Reference 2',
    reference_2: request.reference_2,
    redirect_url: request.redirect_url,
    callback_url: request.callback_url,
    description: request.description,
    paid_at: bill.paidAt === null ? null : formatTime(bill.paidAt),
  };
}

/** The fields of a callback, unsigned. Billplz, X Signature Callback Url. */
export function callbackFields(bill: StoredBill, banksOrigin: string): Record<string, string> {
  const { id, request, state } = bill;
  return {
    id,
    collection_id: request.collection_id,
    paid: String(isPaid(bill)),
    state,
    amount: String(request.amount),
    paid_amount: String(isPaid(bill) ? request.amount : 0),
    due_at: request.due_at,
    email: request.email,
    mobile: request.mobile,
    name: request.name.toUpperCase(),
    url: `${banksOrigin}/billplz/bills/${id}`,
    paid_at: formatTime(bill.paidAt),
  };
}

/** The fields of a redirect, unsigned. Billplz, X Signature Redirect Url. */
export function redirectFields(bill: StoredBill): Record<string, string> {
  return { id: bill.id, paid: String(isPaid(bill)), paid_at: formatTime(bill.paidAt) };
}
