/** The double-entry journal. A backend writes the entries of what was recorded before when it starts (backend/ledger/missing-entries.ts). */
export const journalMigration = `
create table journal_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What the entry records. A fact has one entry, whoever writes it and however often.
  source text not null,
  order_refid text references orders (refid),
  currency text not null,
  at timestamptz not null,
  unique (kind, source)
);
create index journal_entries_by_time on journal_entries (at, id);
create index journal_entries_by_order on journal_entries (order_refid);

create table journal_lines (
  entry_id bigint not null references journal_entries (id),
  account text not null,
  -- Sen: a debit is positive, a credit negative. The lines of an entry sum to zero.
  amount bigint not null check (amount <> 0),
  primary key (entry_id, account)
);
create index journal_lines_by_account on journal_lines (account, entry_id);

-- The journal is append-only: a mistake is corrected by another entry. Only the sandbox's reset empties it.
create function refuse_journal_change() returns trigger language plpgsql as $$ begin if tg_op = 'DELETE' and current_setting('ebill.is_sandbox_reset', true) = 'on' then return null; end if; raise exception 'the journal is append-only'; end $$;
create trigger journal_entries_are_append_only before update or delete or truncate on journal_entries for each statement execute function refuse_journal_change();
create trigger journal_lines_are_append_only before update or delete or truncate on journal_lines for each statement execute function refuse_journal_change();

-- Money that was held is in the currency that its gateway has reported.
alter table reviews add column currency text not null default 'MYR';

-- Only the sandbox's acquirer has verified cards before.
alter table card_verifications
  add column gateway text not null default 'acquirer',
  -- What was charged instead, where the acquirer reports another amount than asked for.
  add column unexpected_amount bigint,
  add column unexpected_currency text,
  add column unexpected_at timestamptz;
`;
