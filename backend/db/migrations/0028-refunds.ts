/** Refunds of payments, and reversals of their postings at the biller. */
export const refundsMigration = `
create table refunds (
  id bigint generated always as identity primary key,
  -- Ours, unguessable: the gateway's idempotency key, where it has one.
  reference text not null unique,
  order_refid text not null references orders (refid),
  -- Whose money is returned: that of a credit, or money held for review.
  credit_id bigint references credits (id),
  review_id bigint references reviews (id),
  attempt_id bigint not null references attempts (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  state text not null check (state in ('requested', 'rejected', 'approved', 'sent', 'manual', 'succeeded', 'failed')),
  -- Returned by bank transfer, whatever the gateway can do.
  by_transfer boolean not null,
  requested_by text not null,
  requested_at timestamptz not null,
  -- The operator who approved or rejected it.
  decided_by text,
  decided_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  -- The operator who has ended it, where the gateway has not.
  ended_by text,
  gateway_reference text,
  -- Why it is rejected, manual or failed.
  cause text,
  evidence jsonb,
  check ((credit_id is null) <> (review_id is null)),
  check ((state in ('rejected', 'succeeded', 'failed')) = (ended_at is not null))
);
create index refunds_by_order on refunds (order_refid, id);
create index refunds_by_state on refunds (state, id);
create index refunds_by_attempt on refunds (attempt_id);
create index refunds_by_credit on refunds (credit_id) where credit_id is not null;
create index refunds_by_review on refunds (review_id) where review_id is not null;

-- The code knows the states of postings: there is one more than those.
alter table postings drop constraint postings_state_check;

create table reversals (
  id bigint generated always as identity primary key,
  -- Ours, unguessable: the biller's idempotency key.
  reference text not null unique,
  posting_id bigint not null references postings (id),
  refund_id bigint not null unique references refunds (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  state text not null check (state in ('queued', 'sent', 'pending', 'accepted', 'refused', 'unknown', 'cancelled')),
  -- The connector that it was sent by.
  biller text,
  receipt_number text,
  reason text,
  sent_at timestamptz,
  answered_at timestamptz,
  -- When the biller has taken the payment back, where it says so.
  posted_at timestamptz,
  export_id bigint references posting_exports (id),
  check ((state = 'accepted') = (receipt_number is not null))
);
create index reversals_by_state on reversals (state, id);
create index reversals_by_posting on reversals (posting_id);
create index reversals_by_export on reversals (export_id, id) where export_id is not null;
`;
