import type { PostingState } from '@/lib/domain/payment/posting-states';
import { confirmAll, type ConfirmationResult, type Verdict } from '../billers/confirmations';
import type { Db } from '../db/database';
import { recordAnswerIn } from './answers';

/** What an operator knows of a posting from its biller. */
export interface Confirmation {
  readonly reference: string;
  readonly answer:
    | {
        readonly status: 'accepted';
        readonly receiptNumber: string;
        /** When the biller has posted it; null where that is not known. */
        readonly postedAt: Date | null;
      }
    | { readonly status: 'refused'; readonly reason: string };
}

interface Known {
  readonly id: number;
  readonly reference: string;
  readonly state: PostingState;
  readonly receipt_number: string | null;
}

/** Checks a confirmation against what is known of its posting. An accepted payment is accepted for good. */
function check(known: Known | undefined, { answer }: Confirmation): Verdict {
  if (known === undefined) return { message: 'there is no posting with this reference' };
  if (known.state !== 'accepted') return known.state === answer.status ? 'same' : 'new';
  const isSame = answer.status === 'accepted' && answer.receiptNumber === known.receipt_number;
  return isSame ? 'same' : { message: `is accepted already, with the receipt number ${known.receipt_number}` };
}

/** Confirms postings by what an operator says: all of them, or none if one is wrong. `isDryRun` only checks them. */
export async function confirmPostings(
  db: Db,
  confirmations: readonly Confirmation[],
  { isDryRun, at }: { readonly isDryRun: boolean; readonly at: Date },
): Promise<ConfirmationResult> {
  return confirmAll(
    db,
    confirmations,
    {
      lock: (trx, references) =>
        trx
          .selectFrom('postings')
          .select(['id', 'reference', 'state', 'receipt_number'])
          .where('reference', 'in', references)
          .orderBy('id')
          .forUpdate()
          .execute(),
      check,
      record: (trx, { id }, { answer }) => recordAnswerIn(trx, id, answer, { by: 'operator', at }),
    },
    isDryRun,
  );
}
