/** State of the sandbox's controls and simulators. Empty if the sandbox is off. */
export const sandboxMigration = `
create table sandbox_state (
  id int primary key check (id = 1),
  clock_offset_ms bigint not null
);

create table sandbox_messages (
  id bigint generated always as identity primary key,
  outbox_id bigint not null unique,
  kind text not null,
  recipient text not null,
  text text not null,
  code text,
  at timestamptz not null
);
create index sandbox_messages_by_recipient on sandbox_messages (recipient, id);

create table sandbox_faults (
  call text primary key,
  mode text not null,
  times int not null
);

create table sandbox_seeded_accounts (
  account_number text primary key
);

create table sandbox_charges (
  number text primary key,
  amount bigint not null,
  verdict text not null
);
`;
