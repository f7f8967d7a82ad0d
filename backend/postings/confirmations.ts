import type { PostingState } from '@/lib/domain/payment/posting-states';
import { inTransaction, type Db } from '../db/database';
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

export interface ConfirmationResult {
  readonly confirmed: number;
  /** Those that had the same answer already. */
  readonly same: number;
  /** By the index of the confirmation. Where there is one, nothing is confirmed. */
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}

interface Known {
  readonly id: number;
  readonly state: PostingState;
  readonly receipt_number: string | null;
}

type Verdict = 'new' | 'same' | { readonly message: string };

/** Checks a confirmation against what is known of its posting. An accepted payment is accepted for good. */
function check(known: Known | undefined, { answer }: Confirmation, now: Date): Verdict {
  if (known === undefined) return { message: 'there is no posting with this reference' };
  // The bill's later balances would never have it.
  const isFuture = answer.status === 'accepted' && answer.postedAt !== null && answer.postedAt > now;
  if (isFuture) return { message: 'posted_at lies in the future' };
  if (known.state !== 'accepted') return known.state === answer.status ? 'same' : 'new';
  const isSame = answer.status === 'accepted' && answer.receiptNumber === known.receipt_number;
  return isSame ? 'same' : { message: `is accepted already, with the receipt number ${known.receipt_number}` };
}

/**
 * Confirms postings by what an operator says, in one SQL transaction: all of them, or none if one is wrong. `isDryRun` only checks them.
 * Confirming again what is confirmed changes nothing.
 */
export async function confirmPostings(
  db: Db,
  confirmations: readonly Confirmation[],
  { isDryRun, at }: { readonly isDryRun: boolean; readonly at: Date },
): Promise<ConfirmationResult> {
  const references = confirmations.map(({ reference }) => reference);
  if (references.length === 0) return { confirmed: 0, same: 0, errors: [] };
  return inTransaction(db, async (trx) => {
    // In the order of their ids, so that two files cannot wait for each other.
    const rows = await trx
      .selectFrom('postings')
      .select(['id', 'reference', 'state', 'receipt_number'])
      .where('reference', 'in', references)
      .orderBy('id')
      .forUpdate()
      .execute();
    const known = new Map(rows.map((row) => [row.reference, row]));
    const checked = confirmations.map((confirmation, index) => {
      const isRepeated = references.indexOf(confirmation.reference) < index;
      const posting = known.get(confirmation.reference);
      const verdict: Verdict = isRepeated ? { message: 'is in the file twice' } : check(posting, confirmation, at);
      return { index, confirmation, posting, verdict };
    });
    const errors = checked.flatMap(({ index, verdict }) =>
      typeof verdict === 'string' ? [] : [{ index, message: verdict.message }],
    );
    const confirmed = checked.filter(({ verdict }) => verdict === 'new');
    const same = checked.filter(({ verdict }) => verdict === 'same').length;
    if (errors.length > 0 || isDryRun) return { confirmed: confirmed.length, same, errors };
    for (const { posting, confirmation } of confirmed) {
      if (posting !== undefined) await recordAnswerIn(trx, posting.id, confirmation.answer, { by: 'operator', at });
    }
    return { confirmed: confirmed.length, same, errors };
  });
}
