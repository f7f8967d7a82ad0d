/** Protection of bills from being paid twice unnoticed. */
export const billAccountsMigration = `
-- A row for each account that a payment was begun for: its lock serialises the beginnings of payments of one account.
create table bill_accounts (account_number text primary key);

-- What the payments of the order's account may come to, this one included, without asking its payer: sen. Null: nothing is asked.
alter table orders add column bill_limit bigint;

create index if not exists orders_by_bill_account on orders (bill_account) where bill_account is not null;
`;
