import type { PostingState } from '@/lib/domain/payment/posting-states';
import { confirmAll, type ConfirmationResult, type CheckResult } from '../billers/confirmations';
import { addMilliseconds, minuteMs } from '../clock';
import type { Db, Trx } from '../db/database';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { lockOrders } from '../payments/model';
import { recordReversalAnswerIn } from '../reversals/answers';
import { recordAnswerIn } from './answers';

/** What an operator knows of a posting, or of its reversal, from its biller. */
export interface Confirmation {
  readonly reference: string;
  readonly answer:
    | {
        readonly status: 'accepted';
        readonly receiptNumber: string;
        /** When the biller has posted it, or taken it back: balances as of then or later have that. */
        readonly postedAt: Date;
      }
    | { readonly status: 'refused'; readonly reason: string };
}

interface Known {
  readonly kind: 'posting' | 'reversal';
  readonly id: number;
  readonly reference: string;
  readonly state: PostingState;
  readonly receipt_number: string | null;
  /** Of the credit that is posted, or of the reversal. */
  readonly begun_at: Date;
}

/** How far a biller's clock may be from ours. */
const clockToleranceMs = 5 * minuteMs;

/** Checks a confirmation against what is known of its posting. An accepted payment is accepted for good. */
function check(known: Known | undefined, { answer }: Confirmation, now: Date): CheckResult {
  if (known === undefined) return { message: 'there is no posting with this reference' };
  if (answer.status === 'accepted') {
    const { postedAt } = answer;
    if (postedAt > addMilliseconds(now, clockToleranceMs)) return { message: 'posted_at has not come yet' };
    if (postedAt < addMilliseconds(known.begun_at, -clockToleranceMs)) {
      const what = known.kind === 'posting' ? 'payment' : 'refund';
      return { message: `posted_at is before the ${what}, ${known.begun_at.toISOString()}` };
    }
  }
  if (known.state === 'cancelled') return { message: 'was never sent: its payment was refunded before' };
  if (known.state !== 'accepted') return known.state === answer.status ? 'same' : 'new';
  const isSame = answer.status === 'accepted' && answer.receiptNumber === known.receipt_number;
  return isSame ? 'same' : { message: `is accepted already, with the receipt number ${known.receipt_number}` };
}

/** Lists the orders that some references of postings and reversals belong to. */
async function listOrders(trx: Trx, references: readonly string[]): Promise<readonly string[]> {
  // Look-ups for each of these few references: joins would read all credits and refunds.
  const rows = await trx
    .selectFrom('postings')
    .select((posting) =>
      posting
        .selectFrom('credits')
        .whereRef('credits.id', '=', 'postings.credit_id')
        .select('order_refid')
        .$asScalar()
        .$notNull()
        .as('refid'),
    )
    .where('reference', 'in', references)
    .unionAll(
      trx
        .selectFrom('reversals')
        .select((reversal) =>
          reversal
            .selectFrom('refunds')
            .whereRef('refunds.id', '=', 'reversals.refund_id')
            .select('order_refid')
            .$asScalar()
            .$notNull()
            .as('refid'),
        )
        .where('reference', 'in', references),
    )
    .execute();
  return rows.map(({ refid }) => refid);
}

/** Locks the postings and reversals of some references, in the order of their ids, after their orders. */
async function lockKnown(trx: Trx, references: readonly string[]): Promise<readonly Known[]> {
  await lockOrders(trx, await listOrders(trx, references));
  const postings = await trx
    .selectFrom('postings')
    .select(['id', 'reference', 'state', 'receipt_number', (row) => row.val<Known['kind']>('posting').as('kind')])
    .select((posting) =>
      posting
        .selectFrom('credits')
        .whereRef('credits.id', '=', 'postings.credit_id')
        .select('at')
        .$asScalar()
        .$notNull()
        .as('begun_at'),
    )
    .where('reference', 'in', references)
    .orderBy('id')
    .forUpdate('postings')
    .execute();
  const reversals = await trx
    .selectFrom('reversals')
    .select(['id', 'reference', 'state', 'receipt_number', (row) => row.val<Known['kind']>('reversal').as('kind')])
    .select('created_at as begun_at')
    .where('reference', 'in', references)
    .orderBy('id')
    .forUpdate()
    .execute();
  return [...postings, ...reversals];
}

/**
 * Confirms postings and reversals by what an operator says: all of them, or none if one is wrong. `isDryRun` only checks them.
 */
export async function confirmPostings(
  db: Db,
  confirmations: readonly Confirmation[],
  { isDryRun, at, by }: { readonly isDryRun: boolean; readonly at: Date; readonly by: Operator },
): Promise<ConfirmationResult> {
  return confirmAll(
    db,
    confirmations,
    {
      lock: lockKnown,
      check: (known, confirmation) => check(known, confirmation, at),
      record: async (trx, { kind, id, reference }, { answer }) => {
        const record = kind === 'posting' ? recordAnswerIn : recordReversalAnswerIn;
        await record(trx, id, answer, { by: 'operator', at });
        const reason = answer.status === 'refused' ? answer.reason : null;
        await recordAction(trx, { operator: by, action: `${kind}-${answer.status}`, subject: reference, reason, at });
      },
    },
    isDryRun,
  );
}
