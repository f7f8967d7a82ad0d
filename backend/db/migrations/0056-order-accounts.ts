/** Orders that pay several accounts: one credit and one posting for each. */
export const orderAccountsMigration = `
-- The accounts that the order pays; 1 for any other order. The backend that knows of several writes how many it has credited when it marks the
-- order as paid: one of the release before, which would credit one account with all of it, is refused, and its callback or job is repeated.
alter table orders
  add column account_count smallint not null default 1,
  add column credited_accounts smallint not null default 0;
alter table orders add constraint orders_credited_accounts
  check (account_count = 1 or state <> 'paid' or credited_accounts = account_count) not valid;

-- The accounts of an order that pays two or more.
create table order_accounts (
  order_refid text not null references orders (refid),
  position smallint not null check (position between 1 and 10),
  account_number text not null,
  -- The biller's reference of its bill.
  bill_reference text,
  amount bigint not null check (amount > 0),
  -- As orders.bill_limit.
  bill_limit bigint not null,
  -- As orders.resumes_service.
  resumes_service boolean not null,
  primary key (order_refid, position),
  unique (order_refid, account_number)
);
create index order_accounts_by_account on order_accounts (account_number);

-- Which of its order's accounts a credit is for: one credit for each, and 1 for any other order. An operator may have built the indexes before the
-- upgrade. As constraints they must be valid: PostgreSQL refuses one whose building was interrupted, before the old constraints are dropped.
alter table credits add column if not exists position smallint not null default 1;
create unique index if not exists credits_by_order on credits (order_refid, position);
create unique index if not exists credits_by_attempt on credits (attempt_id, position);
create unique index if not exists credits_by_reference on credits (gateway, gateway_reference, position);
alter table credits add constraint credits_by_order unique using index credits_by_order;
alter table credits add constraint credits_by_attempt unique using index credits_by_attempt;
alter table credits add constraint credits_by_reference unique using index credits_by_reference;
alter table credits drop constraint credits_order_refid_key;
alter table credits drop constraint credits_attempt_id_key;
alter table credits drop constraint credits_gateway_gateway_reference_key;
`;
