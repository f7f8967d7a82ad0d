/** Named operators, and what operators have done. `operator_actions` is append-only. */
export const operatorsMigration = `
create table operators (
  name text primary key,
  key_digest text not null unique,
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table operator_actions (
  id bigint generated always as identity primary key,
  operator text not null,
  action text not null,
  subject text not null,
  reason text,
  at timestamptz not null
);
create index operator_actions_by_subject on operator_actions (subject, id);
`;
