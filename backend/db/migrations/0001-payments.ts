/** Partners, orders, attempts, their history, the ledger and scheduled jobs. */
export const paymentsMigration = `
create table partners (
  key text primary key,
  name text not null,
  theme_color text not null,
  logo_url text not null,
  registered_origins jsonb not null,
  refid_prefix text not null,
  payment_id_prefix text not null,
  user_key_from text not null check (user_key_from in ('partneruserkey', 'accountid')),
  make_ues_call boolean not null,
  token_check_url text,
  webhook_url text,
  provider_keys jsonb,
  minimum_amount bigint not null check (minimum_amount > 0),
  maximum_amount bigint not null check (maximum_amount >= minimum_amount),
  may_link_bills boolean not null,
  -- The partner's own words for the offer of auto debit, in each language. Empty: the ordinary ones.
  auto_debit_texts jsonb not null
);

create table orders (
  refid text primary key,
  payment_id text not null unique,
  partner_key text not null references partners (key),
  partner_order_number text,
  partner_order_digest text,
  product_name text not null,
  items jsonb not null,
  charges jsonb not null,
  total bigint not null check (total > 0),
  is_epp boolean not null,
  response_url text,
  response_code text,
  account_number text,
  is_bill boolean not null,
  webhook_url text,
  provider_keys jsonb,
  customer jsonb,
  customer_check text not null check (customer_check in ('not-needed', 'due', 'passed', 'refused')),
  customer_token_sealed text,
  email text,
  phone_number text,
  refusal text check (refusal in ('blacklisted', 'processed')),
  state text not null check (state in ('open', 'paid', 'cancelled', 'expired')),
  held_for_review boolean not null default false,
  created_at timestamptz not null,
  deadline timestamptz not null,
  unique (partner_key, partner_order_number)
);
create index orders_by_account on orders (account_number, created_at desc);

create table attempts (
  id bigint generated always as identity primary key,
  order_refid text not null references orders (refid),
  number text not null unique,
  gateway text not null,
  method text not null,
  provider text,
  amount bigint not null check (amount > 0),
  state text not null check (state in
    ('created', 'initiated', 'redirected', 'authorised', 'pending', 'pending-approval', 'successful', 'failed', 'expired', 'cancelled')),
  onward jsonb,
  result_route text not null,
  gateway_answered boolean not null default false,
  gateway_reference text,
  bank_name text,
  reason_code text,
  payer_address text not null,
  payer_email text not null,
  payer_phone text,
  payer_language text not null check (payer_language in ('en', 'ms')),
  instalment_months int,
  is_auto_debit boolean not null,
  card_to_save text,
  created_at timestamptz not null,
  deadline timestamptz not null,
  confirmed_at timestamptz,
  approval_deadline timestamptz,
  enquired_at timestamptz
);
create index attempts_by_order on attempts (order_refid, id);
-- Two taps, two tabs: one attempt under way at a time, whatever the code above believes.
create unique index one_attempt_under_way on attempts (order_refid)
  where state not in ('successful', 'failed', 'expired', 'cancelled');
create unique index one_successful_attempt on attempts (order_refid) where state = 'successful';

create table payment_history (
  id bigint generated always as identity primary key,
  order_refid text not null references orders (refid),
  attempt_id bigint references attempts (id),
  state text not null,
  moved_by text not null,
  detail text,
  at timestamptz not null
);
create index payment_history_by_order on payment_history (order_refid, id);

create table credits (
  id bigint generated always as identity primary key,
  order_refid text not null unique references orders (refid),
  attempt_id bigint not null unique references attempts (id),
  account_number text,
  amount bigint not null check (amount > 0),
  gateway text not null,
  gateway_reference text not null,
  at timestamptz not null,
  unique (gateway, gateway_reference)
);
create index credits_by_account on credits (account_number);

create table reviews (
  id bigint generated always as identity primary key,
  order_refid text not null references orders (refid),
  attempt_id bigint not null references attempts (id),
  reason text not null,
  amount bigint not null,
  gateway text not null,
  gateway_reference text not null,
  at timestamptz not null,
  unique (gateway, gateway_reference)
);
create index reviews_by_order on reviews (order_refid);

create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('tac', 'otp', 'receipt', 'reminder')),
  recipient text not null,
  text text not null,
  code text,
  mail jsonb,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index outbox_by_recipient on outbox (recipient, created_at);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  due_at timestamptz not null,
  tries int not null default 0,
  claimed_until timestamptz,
  unique (kind, subject)
);
create index jobs_by_due on jobs (due_at);

create table idempotency_keys (
  call text not null,
  key text not null,
  body_digest text not null,
  -- json, not jsonb: the answer is given again as it was, to the letter.
  answer json,
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  primary key (call, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
`;
