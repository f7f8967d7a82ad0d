import { confirmAll, type ConfirmationResult, type CheckResult } from '../billers/confirmations';
import type { Db } from '../db/database';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { recordMandateAnswerIn, type FinalAnswer } from './answers';
import { mandatesQuery, type MandateRequest } from './model';

/** What an operator knows of a mandate, or of its cancellation, from its biller. */
export interface MandateConfirmation {
  readonly reference: string;
  readonly answer: FinalAnswer;
}

/** Checks a confirmation against what is known of its mandate. An accepted one is accepted for good. */
function check(known: MandateRequest | undefined, { answer }: MandateConfirmation): CheckResult {
  if (known === undefined) return { message: 'there is no mandate with this reference' };
  if (known.state === answer.status) return 'same';
  return known.state === 'accepted' ? { message: 'is accepted already' } : 'new';
}

/** Confirms mandates by what an operator says: all of them, or none if one is wrong. `isDryRun` only checks them. */
export async function confirmMandates(
  db: Db,
  confirmations: readonly MandateConfirmation[],
  { isDryRun, at, by }: { readonly isDryRun: boolean; readonly at: Date; readonly by: Operator },
): Promise<ConfirmationResult> {
  return confirmAll(
    db,
    confirmations,
    {
      lock: (trx, references) =>
        mandatesQuery(trx)
          .where('mandates.reference', 'in', references)
          .orderBy('mandates.id')
          .forUpdate('mandates')
          .execute(),
      check,
      record: async (trx, { id, reference }, { answer }) => {
        await recordMandateAnswerIn(trx, id, answer, { by: 'operator', at });
        const reason = answer.status === 'refused' ? answer.reason : null;
        await recordAction(trx, { operator: by, action: `mandate-${answer.status}`, subject: reference, reason, at });
      },
    },
    isDryRun,
  );
}
