import { sql } from 'kysely';
import type { ResponseInputOf } from '@/lib/contract/call';
import type { paymentResult } from '@/lib/contract/payment';
import { refundingStates } from '@/lib/domain/payment/refund-states';
import type { Db } from '../db/database';

type UnappliedPayments = NonNullable<ResponseInputOf<typeof paymentResult>['unappliedPayments']>;

/**
 * Lists the money that arrived for an order and does not pay it, oldest first. Money that was applied pays it, and what an earlier release closed
 * with a note is not told: what became of it is not known.
 */
export async function listUnappliedPayments(db: Db, refid: string, currency: string): Promise<UnappliedPayments> {
  const rows = await db
    .selectFrom('reviews')
    .leftJoin('review_closings', (join) => join.on('review_closings.entry', '=', sql<string>`'money-' || reviews.id`))
    .leftJoin('refunds', (join) =>
      join.onRef('refunds.review_id', '=', 'reviews.id').on('refunds.state', 'in', refundingStates),
    )
    .select(['reviews.amount', 'review_closings.decision', 'refunds.ended_at'])
    .where('reviews.order_refid', '=', refid)
    .where('reviews.currency', '=', currency)
    .where((row) =>
      row.or([row('review_closings.entry', 'is', null), row('review_closings.decision', '=', 'returned')]),
    )
    .orderBy('reviews.id')
    .execute();
  return rows.map(({ amount, decision, ended_at: endedAt }) => {
    if (decision === null) return { amount, status: 'in-review', returnedAt: null };
    return { amount, status: endedAt === null ? 'returning' : 'returned', returnedAt: endedAt?.toISOString() ?? null };
  });
}
