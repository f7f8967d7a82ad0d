/** Mandates: registrations for auto debit, and their cancellations, on their way to the biller. */
export const mandatesMigration = `
create table mandate_exports (
  id bigint generated always as identity primary key,
  exported_at timestamptz not null
);

create table mandates (
  id bigint generated always as identity primary key,
  -- Ours, unguessable: the biller's idempotency key.
  reference text not null unique,
  -- Of a cancellation: the mandate that it ends.
  cancels bigint unique references mandates (id),
  order_refid text not null references orders (refid),
  account_number text not null,
  card_brand text not null,
  card_last_four text not null,
  created_at timestamptz not null,
  state text not null check (state in ('queued', 'sent', 'accepted', 'refused')),
  -- The connector that it was sent by.
  biller text,
  reason text,
  sent_at timestamptz,
  answered_at timestamptz,
  export_id bigint references mandate_exports (id)
);
create index mandates_by_state on mandates (state, id);
create index mandates_by_account on mandates (account_number);
create index mandates_by_export on mandates (export_id, id) where export_id is not null;

-- The reference of the registration's mandate.
alter table auto_debits add column mandate text;
create index auto_debits_by_mandate on auto_debits (mandate);

-- The code knows the kinds of messages: there are more than those.
alter table outbox drop constraint outbox_kind_check;

create table sandbox_biller_mandates (
  reference text primary key,
  account_number text not null,
  -- Of a cancellation: the mandate that it ends.
  cancels text,
  status text not null check (status in ('accepted', 'refused')),
  at timestamptz not null
);
create index sandbox_biller_mandates_by_account on sandbox_biller_mandates (account_number);
`;
