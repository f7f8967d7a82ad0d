/** Partners' signing keys and webhooks. */
export const partnersMigration = `
create table partner_keys (
  partner_key text not null references partners (key),
  key_id text not null,
  secret_sealed text not null,
  created_at timestamptz not null,
  primary key (partner_key, key_id)
);

create table webhooks (
  id bigint generated always as identity primary key,
  event_id text not null unique,
  event text not null,
  partner_key text not null references partners (key),
  order_refid text not null references orders (refid),
  url text not null,
  body text not null,
  created_at timestamptz not null,
  tries int not null default 0,
  last_failure text,
  delivered_at timestamptz,
  given_up_at timestamptz
);
create index webhooks_by_partner on webhooks (partner_key, id desc);
create index webhooks_by_order on webhooks (order_refid, id);
`;
