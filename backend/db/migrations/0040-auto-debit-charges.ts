/** Auto debit that debits: the charges of registrations on a card that is stored here. */
export const autoDebitChargesMigration = `
-- Collected by us; the biller is not given the mandate.
alter table auto_debits add column is_charged boolean not null default false;

-- Begun by us, without its payer: it is sent to its gateway again under the same number until that has answered.
alter table attempts add column is_merchant_initiated boolean not null default false;

-- The charge of one bill. A bill, which its due date names, is charged once for a registration.
create table auto_debit_charges (
  id bigint generated always as identity primary key,
  mandate text not null references mandates (reference),
  account_number text not null,
  due_date text not null,
  -- What the payer was told.
  announced_amount bigint not null check (announced_amount > 0),
  -- The day of the next charge, and of the first.
  charge_on text not null,
  first_charged_on text,
  state text not null check (state in ('announced', 'charging', 'declined', 'charged', 'stopped', 'card-ended',
    'paid-otherwise', 'cancelled', 'too-large')),
  tries integer not null default 0 check (tries >= 0),
  -- The gateway's reason of the last decline.
  reason text,
  announced_at timestamptz not null,
  -- When it was begun, declined or ended.
  moved_at timestamptz not null,
  unique (mandate, due_date)
);
-- A registration has one charge under way.
create unique index auto_debit_charges_open on auto_debit_charges (mandate) where state in ('announced', 'charging', 'declined');
create index auto_debit_charges_by_state on auto_debit_charges (state, id);
create index auto_debit_charges_by_account on auto_debit_charges (account_number);

-- Each try of a charge is a payment, written before its gateway is called.
create table auto_debit_tries (
  charge_id bigint not null references auto_debit_charges (id),
  number integer not null check (number > 0),
  order_refid text not null unique references orders (refid),
  primary key (charge_id, number)
);

create table sandbox_biller_bills (
  id bigint generated always as identity primary key,
  account_number text not null,
  amount bigint not null check (amount > 0),
  due_date text not null
);
create index sandbox_biller_bills_by_account on sandbox_biller_bills (account_number);
`;
