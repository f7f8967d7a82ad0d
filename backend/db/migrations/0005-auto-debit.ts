/** Auto debit: consents, card verifications and their reversals, the retained card, and reminders. */
export const autoDebitMigration = `
-- A registration without a card pays nothing: whoever has one is asked again.
delete from auto_debits;
alter table auto_debits
  add column card_brand text not null,
  add column card_last_four text not null,
  add column card_expiry text not null,
  add column card_sealed text not null;

-- The card that paid, sealed, for the half hour in which its payer, who has asked for auto debit or had it saved, may register it.
alter table attempts add column auto_debit_card text;

create table auto_debit_consents (
  order_refid text primary key references orders (refid),
  confirmed_by text not null check (confirmed_by in ('otp', 'ulm')),
  confirmed_at timestamptz not null
);

create table card_verifications (
  id bigint generated always as identity primary key,
  order_refid text not null references orders (refid),
  number text not null unique,
  amount bigint not null check (amount > 0),
  state text not null check (state in ('initiated', 'challenged', 'approved', 'reversed', 'refused')),
  -- Its payer has been told to try again: should it turn out approved, it is reversed and registers nothing.
  is_given_up boolean not null default false,
  card text,
  onward jsonb,
  gateway_reference text,
  reason_code text,
  payer_email text not null,
  payer_address text not null,
  created_at timestamptz not null,
  deadline timestamptz not null,
  approved_at timestamptz,
  reversed_at timestamptz
);
create index card_verifications_by_order on card_verifications (order_refid, id);

create table auto_debit_reminders (
  order_refid text primary key references orders (refid),
  due_at timestamptz not null,
  sent_at timestamptz
);
`;
