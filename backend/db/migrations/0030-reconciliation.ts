/** Stored reconciliation: runs, the lines of their files, what is settled, and differences. */
export const reconciliationMigration = `
create table reconciliation_runs (
  id bigint generated always as identity primary key,
  -- The first run of the same settlement; null until the run is complete.
  settlement_id bigint references reconciliation_runs (id),
  profile text not null,
  file_name text not null,
  -- SHA-256 of the file, hexadecimal.
  digest text not null,
  gateways text[] not null,
  reference_of text not null check (reference_of in ('gateway', 'attempt')),
  fee_rates jsonb not null,
  period_from timestamptz not null,
  period_until timestamptz not null,
  -- The part of the period that the file settles, where there are several files of one period.
  batch text not null,
  ignored_lines int not null,
  run_by text not null,
  started_at timestamptz not null,
  completed_at timestamptz,
  result jsonb,
  check (period_from < period_until),
  check ((completed_at is null) = (settlement_id is null) and (completed_at is null) = (result is null))
);

create table reconciliation_lines (
  run_id bigint not null references reconciliation_runs (id) on delete cascade,
  line int not null,
  kind text not null,
  -- What the file calls a kind that the profile does not name.
  type text,
  gateway text,
  reference text not null,
  currency text not null,
  -- What the line adds to the payout before fees, sen; negative where it takes something off.
  gross bigint not null,
  -- What the gateway keeps, sen; negative where it gives a fee back.
  fee bigint not null,
  primary key (run_id, line)
);

-- What is settled: an entry of the journal on a gateway's account once, and the fees of each settlement.
create table settled_items (
  id bigint generated always as identity primary key,
  item text not null,
  settlement_id bigint not null references reconciliation_runs (id),
  run_id bigint not null references reconciliation_runs (id),
  line int not null,
  gateway text not null,
  gross bigint not null,
  fee bigint not null,
  settled_at timestamptz not null,
  -- The run of a file that replaces the one before, and does not have it.
  gone_run_id bigint references reconciliation_runs (id),
  gone_at timestamptz,
  check ((gone_run_id is null) = (gone_at is null))
);
create unique index settled_once on settled_items (item, coalesce(gone_run_id, 0));
create index settled_items_by_settlement on settled_items (settlement_id);

create table reconciliation_differences (
  id bigint generated always as identity primary key,
  -- What differs: the same difference of a later run is the same row.
  subject text not null unique,
  kind text not null,
  -- The payment, refund or chargeback that it is about, as in settled_items.
  item text,
  settlement_id bigint not null references reconciliation_runs (id),
  first_run_id bigint not null references reconciliation_runs (id),
  last_run_id bigint not null references reconciliation_runs (id),
  gateway text not null,
  reference text not null,
  -- The line of the file of the last run; null: the payment is in no line.
  line int,
  order_refid text references orders (refid),
  -- When the payment was booked here.
  booked_at timestamptz,
  -- Sen: here, and in the file.
  amount bigint,
  settled_amount bigint,
  fee bigint,
  detail text,
  owner text,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  reason text,
  resolved_by_run_id bigint references reconciliation_runs (id),
  check ((closed_at is null) = (reason is null))
);
create index reconciliation_differences_by_closing on reconciliation_differences (closed_at, id);
create index reconciliation_differences_by_run on reconciliation_differences (last_run_id);

create index card_verifications_by_reference on card_verifications (gateway_reference);
create index refunds_by_gateway_reference on refunds (gateway_reference);
`;
