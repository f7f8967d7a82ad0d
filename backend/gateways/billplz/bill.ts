import { z } from 'zod';
import type { GatewayStatus } from '../gateway';

/** The published states of a bill. */
type BillState = 'due' | 'paid' | 'deleted';

/** A bill, as all calls return it. Amounts are sen. */
export const billSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  collection_id: z.string(),
  paid: z.boolean(),
  state: z.string().regex(/^[\w-]{1,64}$/),
  amount: z.int().min(0).max(99_999_999_999),
  paid_amount: z.int().min(0).max(99_999_999_999),
  url: z.url({ protocol: /^https?$/ }).max(1000),
  reference_2: z.string().nullable(),
});
export type Bill = z.infer<typeof billSchema>;

/** The payments of a bill: the payer may try again after one has failed. */
export const transactionsSchema = z.object({
  bill_id: z.string(),
  transactions: z.array(z.object({ status: z.string().max(64) })),
});
export type Transactions = z.infer<typeof transactionsSchema>['transactions'];

/** What the payments of a bill that is not paid amount to: one may still succeed, all have failed, or there is none. */
type Progress = 'pending' | 'failed' | 'none';

/** Published: `pending`, `completed`, `failed`. A completed one makes the bill paid, which the bill does not say yet. */
function progressOf(transactions: Transactions): Progress {
  if (transactions.length === 0) return 'none';
  return transactions.every(({ status }) => status === 'failed') ? 'failed' : 'pending';
}

/**
 * The status for each state of a bill. A due bill without a payment is one that nobody has tried to pay: Billplz has no payment of the attempt.
 * A deleted one is withdrawn; Billplz restores it if it is paid nevertheless.
 */
const statusOfState = {
  due: { pending: 'pending', failed: 'failed', none: 'unknown' },
  deleted: { pending: 'pending', failed: 'failed', none: 'cancelled' },
  paid: { pending: 'successful', failed: 'successful', none: 'successful' },
} as const satisfies Record<BillState, Record<Progress, GatewayStatus>>;

function isBillState(state: string): state is BillState {
  return Object.hasOwn(statusOfState, state);
}

/** Whether the payments of a bill must be known to tell its status. */
export function needsTransactions({ state }: Bill): boolean {
  return state === 'due' || state === 'deleted';
}

/** Maps a bill to a status. A state that is not published, or that contradicts `paid`, is 'pending'. */
export function statusOf({ state, paid }: Bill, transactions: Transactions): GatewayStatus {
  if (!isBillState(state) || paid !== (state === 'paid')) return 'pending';
  return statusOfState[state][progressOf(transactions)];
}
