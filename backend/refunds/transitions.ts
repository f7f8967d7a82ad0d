import { canTransitionRefund, hasRefundEnded, type RefundState } from '@/lib/domain/payment/refund-states';
import type { Trx } from '../db/database';
import type { RefundEvidence } from '../db/tables';
import { payableAccount, type JournalAccount } from '../ledger/accounts';
import { refundApproved, refundFailed, refundSucceeded } from '../ledger/entries';
import { writeJournal, type JournalEntry } from '../ledger/journal';
import { writeHistory, type Transition } from '../payments/transitions';
import { reopenEntry } from '../reviews/model';
import { refundEntry, type Refund } from './model';

/** What a transition changes besides the state. */
interface RefundChange {
  readonly decidedBy?: string;
  readonly endedBy?: string;
  readonly gatewayReference?: string;
  readonly cause?: string;
  readonly evidence?: RefundEvidence;
}

/** Returns the account of the money that a refund returns: what is owed for its credit, or money held for review. */
async function findOwedAccount(trx: Trx, { refid, reviewId }: Refund): Promise<JournalAccount> {
  if (reviewId !== null) return 'suspense';
  const order = await trx
    .selectFrom('orders')
    .select(['bill_account', 'is_bill', 'partner_key'])
    .where('refid', '=', refid)
    .executeTakeFirstOrThrow();
  return payableAccount(order);
}

/** The journal entries of a refund that has entered its state. */
async function entriesOf(trx: Trx, refund: Refund, at: Date): Promise<readonly JournalEntry[]> {
  const money = { ...refund, owedTo: await findOwedAccount(trx, refund) };
  switch (refund.state) {
    case 'approved':
      return [refundApproved(money, at)];
    case 'succeeded':
      return [refundSucceeded(money, at)];
    case 'failed':
      return [refundFailed(money, at)];
    case 'requested':
    case 'rejected':
    case 'sent':
    case 'manual':
      return [];
  }
}

/**
 * Writes a refund's transition, its entry in the payment's history and that in the journal, under the order's lock. Throws for a transition that is not in the state
 * table: a bug. Returns the refund as it is then.
 */
export async function transitionRefund(
  trx: Trx,
  refund: Refund,
  to: RefundState,
  { by, at, detail }: Transition,
  change: RefundChange = {},
): Promise<Refund> {
  if (!canTransitionRefund(refund.state, to)) throw new Error(`no refund moves from ${refund.state} to ${to}`);
  const updated: Refund = {
    ...refund,
    ...change,
    state: to,
    ...(change.decidedBy !== undefined && { decidedAt: at }),
    ...(to === 'sent' && { sentAt: at }),
    ...(hasRefundEnded(to) && { endedAt: at }),
  };
  const { decidedBy, decidedAt, endedBy, endedAt, evidence, gatewayReference, cause, sentAt } = updated;
  await trx
    .updateTable('refunds')
    .set({
      ...{ state: to, cause, decided_by: decidedBy, decided_at: decidedAt, sent_at: sentAt },
      ...{ ended_by: endedBy, ended_at: endedAt, gateway_reference: gatewayReference },
      evidence: evidence === null ? null : JSON.stringify(evidence),
    })
    .where('id', '=', refund.id)
    .execute();
  await writeJournal(trx, await entriesOf(trx, updated, at));
  if (refund.reviewId !== null && (to === 'rejected' || to === 'failed')) {
    await reopenEntry(trx, refund.reviewId, refund.refid);
  }
  // What an operator has closed was another state of it.
  await trx.deleteFrom('review_closings').where('entry', '=', refundEntry(refund.id)).execute();
  await writeHistory(trx, {
    ...{ refid: refund.refid, attemptId: null, state: `refund-${to}`, by, at },
    detail: detail ?? refund.reference,
  });
  return updated;
}
