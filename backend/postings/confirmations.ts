import type { PostingState } from '@/lib/domain/payment/posting-states';
import { confirmAll, type ConfirmationResult, type CheckResult } from '../billers/confirmations';
import { addMilliseconds, minuteMs } from '../clock';
import type { Db } from '../db/database';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { recordAnswerIn } from './answers';

/** What an operator knows of a posting from its biller. */
export interface Confirmation {
  readonly reference: string;
  readonly answer:
    | {
        readonly status: 'accepted';
        readonly receiptNumber: string;
        /** When the biller has posted it: balances as of then or later have it. */
        readonly postedAt: Date;
      }
    | { readonly status: 'refused'; readonly reason: string };
}

interface Known {
  readonly id: number;
  readonly reference: string;
  readonly state: PostingState;
  readonly receipt_number: string | null;
  readonly credited_at: Date;
}

/** How far a biller's clock may be from ours. */
const clockToleranceMs = 5 * minuteMs;

/** Checks a confirmation against what is known of its posting. An accepted payment is accepted for good. */
function check(known: Known | undefined, { answer }: Confirmation, now: Date): CheckResult {
  if (known === undefined) return { message: 'there is no posting with this reference' };
  if (answer.status === 'accepted') {
    const { postedAt } = answer;
    if (postedAt > addMilliseconds(now, clockToleranceMs)) return { message: 'posted_at has not come yet' };
    if (postedAt < addMilliseconds(known.credited_at, -clockToleranceMs))
      return { message: `posted_at is before the payment, ${known.credited_at.toISOString()}` };
  }
  if (known.state !== 'accepted') return known.state === answer.status ? 'same' : 'new';
  const isSame = answer.status === 'accepted' && answer.receiptNumber === known.receipt_number;
  return isSame ? 'same' : { message: `is accepted already, with the receipt number ${known.receipt_number}` };
}

/** Confirms postings by what an operator says: all of them, or none if one is wrong. `isDryRun` only checks them. */
export async function confirmPostings(
  db: Db,
  confirmations: readonly Confirmation[],
  { isDryRun, at, by }: { readonly isDryRun: boolean; readonly at: Date; readonly by: Operator },
): Promise<ConfirmationResult> {
  return confirmAll(
    db,
    confirmations,
    {
      lock: (trx, references) =>
        trx
          .selectFrom('postings')
          .select(['id', 'reference', 'state', 'receipt_number'])
          .select((posting) =>
            posting
              .selectFrom('credits')
              .whereRef('credits.id', '=', 'postings.credit_id')
              .select('at')
              .$asScalar()
              .$notNull()
              .as('credited_at'),
          )
          .where('reference', 'in', references)
          .orderBy('id')
          .forUpdate('postings')
          .execute(),
      check: (known, confirmation) => check(known, confirmation, at),
      record: async (trx, { id, reference }, { answer }) => {
        await recordAnswerIn(trx, id, answer, { by: 'operator', at });
        const reason = answer.status === 'refused' ? answer.reason : null;
        await recordAction(trx, { operator: by, action: `posting-${answer.status}`, subject: reference, reason, at });
      },
    },
    isDryRun,
  );
}
