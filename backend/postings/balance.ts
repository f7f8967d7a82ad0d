import { sql, type RawBuilder } from 'kysely';

/**
 * Builds the condition, on `credits` and `postings`, that a biller's balance as of a time does not have the credit yet: its posting is not
 * accepted, or was after that time. A payment in a file reached the biller with the file, one that was posted by a call with its answer. A
 * refused one is not the biller's. Decision 20.
 */
export function isMissingFromBalance(asOf: Date): RawBuilder<boolean> {
  return sql<boolean>`case postings.state
    when 'accepted' then coalesce(
      postings.posted_at,
      -- Of one without a biller, which was added to its credit, it is the time of the credit.
      case when postings.biller is null then postings.sent_at end,
      postings.answered_at
    ) > ${asOf}
    when 'refused' then false
    -- Refunded before it was sent.
    when 'cancelled' then false
    -- Whether the biller knows of it nobody has said yet.
    when 'unknown' then postings.biller is not null or credits.at > ${asOf}
    else true
  end`;
}

/**
 * Builds the condition, on `reversals` and `postings`, that a biller's balance as of a time lacks a reversal: the money was returned to its payer,
 * and the biller has not taken the payment back, or did so after that time. A posting that the biller does not have is not taken back.
 */
export function isReversalMissingFromBalance(asOf: Date): RawBuilder<boolean> {
  return sql<boolean>`postings.state not in ('refused', 'cancelled') and case reversals.state
    when 'accepted' then coalesce(reversals.posted_at, reversals.answered_at) > ${asOf}
    when 'refused' then false
    when 'cancelled' then false
    else true
  end`;
}
