/** Imports of bills from CSV files. */
export const billImportsMigration = `
-- When the balance was the biller's; of bills that were loaded before this column, the time of the upgrade.
alter table bills
  add column as_of timestamptz not null default now(),
  add column bill_reference text;

create table bill_imports (
  id bigint generated always as identity primary key,
  as_of timestamptz not null,
  -- Whether accounts that the file does not have are removed.
  is_whole boolean not null,
  begun_at timestamptz not null,
  applied_at timestamptz,
  bills bigint,
  -- Whether lines may be left in imported_bills.
  has_lines boolean not null default true
);

-- Lines of files whose import is not finished: a crash of the server may empty it, and the import is then begun again.
create unlogged table imported_bills (
  import_id bigint not null,
  line bigint not null,
  account_number text not null,
  bill_reference text,
  holder_name text not null,
  account_status text not null,
  customer_type text not null,
  current_balance bigint not null,
  overdue_balance bigint not null,
  due_date text,
  is_new boolean not null,
  maximum_amount bigint not null,
  standing text not null,
  mobile_number text,
  is_on_auto_debit boolean not null,
  is_epp boolean not null,
  primary key (import_id, account_number)
);
`;
