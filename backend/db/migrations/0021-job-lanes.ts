/** Whom a job calls, so that a silent server delays its own jobs only. */
export const jobLanesMigration = `
-- A partner's key or a gateway's name; empty for jobs that call nobody, or everybody's server.
alter table jobs add column lane text not null default '';
update jobs set lane = coalesce((select partner_key from webhooks where webhooks.id = jobs.subject::bigint), '')
  where kind = 'deliver-webhook';
update jobs set lane = coalesce((select gateway from attempts where attempts.id = jobs.subject::bigint), '')
  where kind = 'enquire-attempt';
create index jobs_by_lane on jobs (kind, lane, due_at, id);

-- Lanes whose server does not answer.
create table paused_lanes (
  kind text not null,
  lane text not null,
  -- Consecutive calls without an answer, not counting those made at the same time.
  failures int not null,
  paused_until timestamptz not null,
  primary key (kind, lane)
);
`;
