/** Postings: payments of bills on their way to the biller. */
export const postingsMigration = `
-- The account at the biller that the order's money is credited to, and the biller's reference of its bill.
alter table orders add column bill_account text, add column bill_reference text;

create table posting_exports (
  id bigint generated always as identity primary key,
  exported_at timestamptz not null
);

create table postings (
  id bigint generated always as identity primary key,
  -- Ours, unguessable: the biller's idempotency key.
  reference text not null unique,
  credit_id bigint not null unique references credits (id),
  state text not null check (state in ('queued', 'sent', 'pending', 'accepted', 'refused', 'unknown')),
  -- The connector that it was sent by.
  biller text,
  receipt_number text,
  reason text,
  sent_at timestamptz,
  answered_at timestamptz,
  -- When the biller has posted it, where it says so.
  posted_at timestamptz,
  export_id bigint references posting_exports (id),
  check ((state = 'accepted') = (receipt_number is not null))
);
create index postings_by_state on postings (state, id);
create index postings_by_export on postings (export_id, id) where export_id is not null;

create table sandbox_biller_postings (
  id bigint generated always as identity primary key,
  reference text not null unique,
  -- Of a reversal: the posting that it takes back, all or part.
  reverses text references sandbox_biller_postings (reference),
  account_number text not null,
  amount bigint not null,
  status text not null check (status in ('pending', 'accepted', 'refused')),
  at timestamptz not null
);
create index sandbox_biller_postings_by_account on sandbox_biller_postings (account_number, id);

create table sandbox_biller_mode (
  id int primary key check (id = 1),
  mode text not null,
  times int not null
);

create index if not exists credits_by_time on credits (at);
`;
