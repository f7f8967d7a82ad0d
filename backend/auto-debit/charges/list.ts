import { sql } from 'kysely';
import type { ChargeState } from '@/lib/domain/auto-debit-charge';
import type { Db } from '../../db/database';

/** A charge for its operator; the amount is sen, days are `YYYY-MM-DD`, times ISO 8601. */
export interface ListedCharge {
  readonly mandate: string;
  readonly accountNumber: string;
  readonly state: ChargeState;
  readonly dueDate: string;
  readonly announcedAmount: number;
  readonly announcedAt: string;
  /** The day of the next charge, or of the last. */
  readonly chargeOn: string;
  readonly tries: number;
  /** The gateway's reason of the last decline. */
  readonly reason: string | null;
  readonly movedAt: string;
  /** The payments of its tries, oldest first. */
  readonly refids: readonly string[];
}

/** Charges that a list shows. */
const listed = 100;

/** Lists the latest charges, newest first: of a state, of an account, or all. */
export async function listCharges(
  db: Db,
  { state, account }: { readonly state?: ChargeState | undefined; readonly account?: string | undefined },
): Promise<readonly ListedCharge[]> {
  const charges = await db
    .selectFrom('auto_debit_charges')
    .selectAll()
    .select((row) =>
      row
        .selectFrom('auto_debit_tries')
        .select(sql<readonly string[]>`coalesce(array_agg(order_refid order by number), '{}')`.as('refids'))
        .whereRef('charge_id', '=', 'auto_debit_charges.id')
        .as('refids'),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'announced'))
    .$if(account !== undefined, (query) => query.where('account_number', '=', account ?? ''))
    .orderBy('id', 'desc')
    .limit(listed)
    .execute();
  return charges.map((charge) => ({
    ...{ mandate: charge.mandate, accountNumber: charge.account_number, state: charge.state },
    ...{ dueDate: charge.due_date, announcedAmount: charge.announced_amount, chargeOn: charge.charge_on },
    ...{ tries: charge.tries, reason: charge.reason, refids: charge.refids ?? [] },
    ...{ announcedAt: charge.announced_at.toISOString(), movedAt: charge.moved_at.toISOString() },
  }));
}

/** The state of charges that an operator watches, and since when the oldest is in it: one under way should end within a day. */
export async function listOldestCharges(
  db: Db,
): Promise<readonly { readonly state: ChargeState; readonly count: number; readonly since: Date }[]> {
  return db
    .selectFrom('auto_debit_charges')
    .select(['state', sql<number>`count(*)::bigint`.as('count'), sql<Date>`min(moved_at)`.as('since')])
    .where('state', 'in', ['announced', 'charging', 'declined'])
    .groupBy('state')
    .execute();
}
