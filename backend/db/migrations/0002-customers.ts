/** Config, outages, bill links, saved cards, one-time codes, auto debit, partners' nonces. */
export const customersMigration = `
create table stored_config (
  id int primary key check (id = 1),
  config jsonb not null
);

create table downtimes (
  target text primary key,
  from_at timestamptz not null,
  until_at timestamptz not null
);

create table bill_links (
  refid text primary key,
  account_number text not null,
  amount bigint,
  order_refid text references orders (refid),
  created_at timestamptz not null
);

create table saved_cards (
  id bigserial primary key,
  unique_card_id text not null unique,
  owner text not null,
  brand text not null,
  last_four text not null,
  expiry text not null,
  sealed text not null,
  fingerprint text not null,
  is_offline boolean not null,
  created_at timestamptz not null,
  unique (owner, fingerprint)
);

create table one_time_codes (
  purpose text not null check (purpose in ('tac', 'otp')),
  subject text not null,
  recipient text not null,
  code_digest text not null,
  expires_at timestamptz not null,
  sent_at timestamptz not null,
  sends int not null,
  tries_left int not null,
  used_at timestamptz,
  primary key (purpose, subject)
);

create table auto_debits (
  account_number text primary key,
  order_refid text not null references orders (refid),
  registered_by text not null,
  registered_at timestamptz not null
);

create table partner_nonces (
  partner_key text not null,
  nonce text not null,
  seen_at timestamptz not null,
  primary key (partner_key, nonce)
);
create index partner_nonces_by_age on partner_nonces (seen_at);
`;
