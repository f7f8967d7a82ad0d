import type { ChargebackOutcome } from '@/lib/domain/payment/chargeback-states';
import type { Db, Trx } from '../db/database';
import type { Operator } from './model';

/**
 * What an operator does that is recorded: everything that moves money, touches the review queue, shows or erases payers' data, or changes partners,
 * their keys, settings and bills.
 */
export type OperatorActionName =
  | 'operator-added'
  | 'operator-disabled'
  | 'review-closed'
  | 'receipt-sent'
  | 'payer-erased'
  | 'payer-exported'
  | 'backup-taken'
  | 'partner-set'
  | 'partner-key-added'
  | 'partner-key-retired'
  | 'settings-changed'
  | 'bills-imported'
  | 'review-applied'
  | 'review-returned'
  | 'review-same-movement'
  | 'attempt-settled'
  | 'settlement-requested'
  | 'settlement-rejected'
  | 'chargeback-added'
  | 'chargeback-evidence'
  | `chargeback-${ChargebackOutcome}`
  | 'reconciled'
  | 'difference-assigned'
  | 'difference-closed'
  | `${'posting' | 'reversal' | 'mandate'}-${'accepted' | 'refused'}`
  | `refund-${'requested' | 'approved' | 'rejected' | 'settled'}`;

export interface OperatorAction {
  readonly operator: Operator;
  readonly action: OperatorActionName;
  /** What it was done to: the id of an entry of the review queue, a posting's reference, an attempt's number, an operator's or a setting's name. */
  readonly subject: string;
  /** Null only where no reason is asked for. */
  readonly reason: string | null;
  readonly at: Date;
}

/**
 * Records an operator's action, in the SQL transaction that executes it; what moves no money may be recorded after it, before the operator is
 * answered. `operator_actions` is append-only.
 */
export async function recordAction(trx: Db | Trx, { operator, ...action }: OperatorAction): Promise<void> {
  await trx
    .insertInto('operator_actions')
    .values({ ...action, operator: operator.name })
    .execute();
}

/** Actions that are listed. */
const listed = 200;

/** Lists the latest actions, of everything or of one subject, newest first; times are ISO 8601. */
export async function listActions(db: Db, subject: string | undefined) {
  const latest = db
    .selectFrom('operator_actions')
    .select(['operator', 'action', 'subject', 'reason', 'at', 'id'])
    .limit(listed);
  const rows =
    subject === undefined
      ? await latest.orderBy('id', 'desc').execute()
      : await latest.where('subject', '=', subject).orderBy('id', 'desc').execute();
  return rows.map(({ at, id: _id, ...row }) => ({ ...row, at: at.toISOString() }));
}
