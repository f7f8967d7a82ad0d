import { postingsOverdueSince } from '../postings/model';
import { refundEntry, refundsOverdueSince, refundsQuery } from '../refunds/model';
import { reversalEntry, reversalsQuery } from '../reversals/model';
import type { Services } from '../services';

/**
 * Lists the refunds that wait for a person: for an approval, for a bank transfer, whose gateway could not be asked or has not told the outcome in
 * time, and those that the gateway has refused.
 */
export async function listRefundEntries({ db, clock }: Services) {
  const overdueSince = refundsOverdueSince(clock.now());
  const rows = await refundsQuery(db)
    .where((row) =>
      row.or([
        row('refunds.state', 'in', ['requested', 'manual']),
        row('refunds.state', '=', 'approved').and('refunds.decided_at', '<', overdueSince),
        row('refunds.state', '=', 'sent').and('refunds.sent_at', '<', overdueSince),
        row('refunds.state', '=', 'failed').and('refunds.ended_by', 'is', null),
      ]),
    )
    .orderBy('refunds.id')
    .execute();
  return rows.map((row) => ({
    id: refundEntry(row.id),
    at: row.requestedAt.toISOString(),
    reason: row.cause === null ? row.state : `${row.state}: ${row.cause}`,
    refid: row.refid,
    amount: row.amount,
    whose: row.gateway,
    reference: row.reference,
    accountNumber: row.accountNumber,
  }));
}

/** Lists reversals that the biller has refused, or has not answered or been given in time. */
export async function listReversalEntries({ db, biller, clock }: Services) {
  const overdueSince = postingsOverdueSince(biller, clock.now());
  const rows = await reversalsQuery(db)
    .where((row) =>
      row.or([
        row('reversals.state', '=', 'refused'),
        row('reversals.state', 'in', ['sent', 'pending', 'unknown']).and('reversals.sent_at', '<', overdueSince),
        row('reversals.state', '=', 'queued')
          .and('reversals.created_at', '<', overdueSince)
          .and('postings.state', '=', 'accepted')
          .and('postings.answered_at', '<', overdueSince),
      ]),
    )
    .orderBy('reversals.id')
    .execute();
  return rows.map((row) => ({
    id: reversalEntry(row.id),
    at: row.createdAt.toISOString(),
    reason: row.reason === null ? row.state : `${row.state}: ${row.reason}`,
    refid: row.refid,
    amount: row.amount,
    whose: row.accountNumber,
    reference: row.reference,
  }));
}
