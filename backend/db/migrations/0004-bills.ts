/** Bills loaded by an operator's billing system, for a backend outside the sandbox. */
export const billsMigration = `
create table bills (
  account_number text primary key,
  holder_name text not null,
  account_status text not null check (account_status in ('active', 'suspended', 'closed')),
  customer_type text not null,
  current_balance bigint not null,
  overdue_balance bigint not null check (overdue_balance >= 0),
  due_date text check (due_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  is_new boolean not null,
  maximum_amount bigint not null check (maximum_amount > 0),
  standing text not null check (standing in ('ordinary', 'blacklisted', 'processing')),
  mobile_number text,
  is_on_auto_debit boolean not null,
  is_epp boolean not null default false
);
`;
