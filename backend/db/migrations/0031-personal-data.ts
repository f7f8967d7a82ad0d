/** Erasure of payers' contact data, and receipts sent again. */
export const personalDataMigration = `
-- When the payer's contact data were erased; null while there are any.
alter table orders add column contact_erased_at timestamptz;
create index orders_with_contact on orders (created_at) where contact_erased_at is null;

-- The payment that a message is about; null if there is none, or it is not known.
alter table outbox add column order_refid text;
update outbox set order_refid = substring(text from '[?&]refid=([A-Za-z0-9_-]+)');
create index outbox_by_order on outbox (order_refid) where order_refid is not null;

create index auto_debits_by_order on auto_debits (order_refid);
create index mandates_by_order on mandates (order_refid);
create index bill_links_by_account on bill_links (account_number);

-- Receipts that operators have sent again.
create table receipt_sends (
  -- The id of the operator's command, for which there is one.
  command text primary key,
  order_refid text not null references orders (refid),
  -- Masked; null once it is erased.
  recipient text,
  sent_by text not null,
  at timestamptz not null
);
create index receipt_sends_by_order on receipt_sends (order_refid, at);

create table erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  scope text not null check (scope in ('payment', 'account')),
  -- The payment's refid, or the keyed digest of the account number.
  subject text not null,
  reason text not null,
  erased_by text not null,
  erased jsonb not null
);
create index erasures_by_subject on erasures (subject);
create function refuse_erasure_change() returns trigger language plpgsql as $$ begin if tg_op = 'DELETE' and current_setting('ebill.is_sandbox_reset', true) = 'on' then return null; end if; raise exception 'records of erasures are append-only'; end $$;
create trigger erasures_are_append_only before update or delete or truncate on erasures for each statement execute function refuse_erasure_change();
`;
