import { sql, type SqlBool } from 'kysely';
import { addMilliseconds, minuteMs } from '../clock';
import type { Services } from '../services';

/** Attempts that are listed. */
const listed = 500;

/** An attempt without an outcome; amounts are sen, times ISO 8601. */
export interface PendingAttempt {
  readonly number: string;
  readonly refid: string;
  readonly state: string;
  readonly method: string;
  readonly gateway: string;
  readonly gatewayReference: string | null;
  readonly amount: number;
  readonly begunAt: string;
  /** Since it was begun, in whole minutes. */
  readonly ageMinutes: number;
  /** When its gateway was asked last; null: never. */
  readonly enquiredAt: string | null;
  /** What an operator has said, and a second one has to approve. */
  readonly requestedSettlement: { readonly by: string; readonly reference: string | null } | null;
}

/** Lists the attempts without an outcome that are older than an age, the oldest first. */
export async function listPending({ db, clock }: Services, olderThanMs: number): Promise<readonly PendingAttempt[]> {
  const now = clock.now();
  const rows = await db
    .selectFrom('attempts')
    .select(['id', 'number', 'order_refid', 'state', 'method', 'gateway', 'gateway_reference', 'amount'])
    .select(['created_at', 'enquired_at'])
    .where(sql<SqlBool>`state not in ('successful', 'failed', 'expired', 'cancelled')`)
    .where('created_at', '<=', addMilliseconds(now, -olderThanMs))
    .orderBy('created_at')
    .limit(listed)
    .execute();
  const requested = await db
    .selectFrom('manual_settlements')
    .select(['attempt_id', 'requested_by as by', 'reference'])
    .where('attempt_id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
    .where('state', '=', 'requested')
    .execute();
  const requestOf = new Map(requested.map(({ attempt_id: id, ...request }) => [id, request]));
  return rows.map((row) => ({
    number: row.number,
    refid: row.order_refid,
    state: row.state,
    method: row.method,
    gateway: row.gateway,
    gatewayReference: row.gateway_reference,
    amount: row.amount,
    begunAt: row.created_at.toISOString(),
    ageMinutes: Math.floor((now.getTime() - row.created_at.getTime()) / minuteMs),
    enquiredAt: row.enquired_at?.toISOString() ?? null,
    requestedSettlement: requestOf.get(row.id) ?? null,
  }));
}
