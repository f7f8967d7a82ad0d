/** Settings that an operator changes while the backend runs, and their history. */
export const settingsMigration = `
-- The banks' instalment plans; null: the defaults.
alter table stored_config add column instalment_plans jsonb;

create table setting_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- A field of the common config, 'downtime TARGET' or 'instalment-plans'.
  setting text not null,
  -- Null: the default, or no downtime.
  value jsonb
);
`;
