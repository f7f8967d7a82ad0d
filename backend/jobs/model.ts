import { sql, type OnConflictBuilder } from 'kysely';
import { addMilliseconds, minuteMs, secondMs } from '../clock';
import type { Db, Trx } from '../db/database';
import { executeBatch, type Writes } from '../db/execute-batch';
import type { JobKind, Tables } from '../db/tables';

/** A job that this process has claimed. */
export interface Job {
  readonly id: number;
  readonly kind: JobKind;
  readonly subject: string;
  readonly dueAt: Date;
  /** How often it has been claimed since it was scheduled, including this claim. */
  readonly tries: number;
  /** When this claim expires, in real time; identifies the claim. */
  readonly claimedUntil: Date;
  /** Whom it calls: see Lane. */
  readonly lane: string;
  /** The job's payment; null if it has none. */
  readonly refid: string | null;
}

/** Identifies a job: there is one per kind and subject. */
export interface JobKey {
  readonly kind: JobKind;
  readonly subject: string | number;
}

/**
 * The jobs of a kind that call one party: a partner's or a gateway's server, by its key or name. Few of a lane run at a time, so that a
 * server that does not answer delays its own jobs only. A kind's jobs that have no such party share the lane ''.
 */
export interface Lane {
  readonly kind: JobKind;
  readonly lane: string;
}

/** Jobs to schedule and to cancel; no job is in it twice. */
export interface JobSchedule {
  readonly due: readonly (JobKey & { readonly dueAt: Date; readonly lane?: string })[];
  readonly cancelled: readonly JobKey[];
}

/** Builds the writes of schedules that have no job in common. A job that exists already is rescheduled. */
export function jobScheduleWrites(trx: Trx, schedules: readonly JobSchedule[]): Writes {
  const due = schedules.flatMap((schedule) => schedule.due);
  const cancelled = schedules.flatMap((schedule) => schedule.cancelled);
  return {
    ...(due.length > 0 && {
      due: trx
        .insertInto('jobs')
        .values(
          due.map(({ kind, subject, dueAt, lane = '' }) => ({ kind, subject: String(subject), due_at: dueAt, lane })),
        )
        .onConflict(rescheduleJob),
    }),
    ...(cancelled.length > 0 && {
      cancelled: trx.deleteFrom('jobs').where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('kind', 'subject'),
          'in',
          cancelled.map(({ kind, subject }) => tuple(kind, String(subject))),
        ),
      ),
    }),
  };
}

/** Reschedules an existing job: new time, no tries, no claim. */
export function rescheduleJob(conflict: OnConflictBuilder<Tables, 'jobs'>) {
  return conflict.columns(['kind', 'subject']).doUpdateSet((job) => ({
    due_at: job.ref('excluded.due_at'),
    lane: job.ref('excluded.lane'),
    tries: 0,
    claimed_until: null,
  }));
}

export async function writeJobSchedule(trx: Trx, schedule: JobSchedule): Promise<void> {
  await executeBatch(trx, jobScheduleWrites(trx, [schedule]));
}

/** Schedules a job, or reschedules the existing one. */
export async function scheduleJob(
  trx: Trx,
  kind: JobKind,
  subject: string | number,
  dueAt: Date,
  lane = '',
): Promise<void> {
  await writeJobSchedule(trx, { due: [{ kind, subject, dueAt, lane }], cancelled: [] });
}

/** Schedules a job, or brings an existing one forward; one that is due earlier keeps its time. Its tries are kept. */
export async function bringJobForward(
  trx: Trx,
  { kind, subject, lane = '' }: JobKey & { readonly lane?: string },
  dueAt: Date,
): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({ kind, subject: String(subject), due_at: dueAt, lane })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((job) => ({
        due_at: job.fn<Date>('least', ['jobs.due_at', 'excluded.due_at']),
        claimed_until: null,
      })),
    )
    .execute();
}

/**
 * Locks a job until the end of the SQL transaction, so that no process claims it meanwhile. Returns false if one has claimed it, and may be
 * running it.
 */
export async function lockUnclaimedJob(trx: Trx, { kind, subject }: JobKey): Promise<boolean> {
  const job = await trx
    .selectFrom('jobs')
    .select('claimed_until')
    .where('kind', '=', kind)
    .where('subject', '=', String(subject))
    .forUpdate()
    .executeTakeFirst();
  return (job?.claimed_until ?? new Date(0)) < new Date();
}

/** Longer than any job takes. Jobs start when they are claimed, and a dead process loses its claim after this time. */
const claimDurationMs = 2 * 60 * 1000;

const jobRefid = sql<string | null>`case kind
  when 'expire-order' then subject
  when 'remind-auto-debit' then subject
  when 'settle-card-check' then (select order_refid from card_verifications where card_verifications.id = jobs.subject::bigint)
  when 'deliver-message' then null
  when 'charge-auto-debit' then null
  when 'remind-bill' then null
  when 'delete-card' then (select order_refid from card_deletions where card_deletions.id = jobs.subject::bigint)
  when 'post-payment' then (select order_refid from credits join postings on postings.credit_id = credits.id where postings.id = jobs.subject::bigint)
  when 'send-refund' then (select order_refid from refunds where refunds.id = jobs.subject::bigint)
  when 'reverse-posting' then (select order_refid from refunds join reversals on reversals.refund_id = refunds.id where reversals.id = jobs.subject::bigint)
  when 'send-mandate' then (select order_refid from mandates where mandates.id = jobs.subject::bigint)
  when 'deliver-webhook' then (select order_refid from webhooks where webhooks.id = jobs.subject::bigint)
  else (select order_refid from attempts where attempts.id = jobs.subject::bigint)
end`;

interface ClaimLimits {
  readonly limit: number;
  /** The maximum number of concurrent jobs of a lane. */
  readonly perLane: number;
  /** The jobs that this process runs now. */
  readonly running: readonly Lane[];
}

/**
 * Claims due jobs of some kinds, the oldest of each lane first. Several processes may claim concurrently without waiting for each other
 * (SKIP LOCKED); the limit of a lane is each process's own. Jobs are due by the backend's clock; claims expire in real time, which the
 * sandbox cannot move.
 */
export async function claimDueJobs(
  db: Db,
  kinds: readonly JobKind[],
  now: Date,
  { limit, perLane, running }: ClaimLimits,
): Promise<readonly Job[]> {
  const realNow = new Date();
  const claimedUntil = new Date(realNow.getTime() + claimDurationMs);
  const busy = running.map(({ kind, lane }) => `${kind} ${lane}`);
  // `lanes` reads one index entry of each lane (a loose index scan), so that the backlog of one lane does not slow down the others.
  // `due` is materialised: otherwise the planner may evaluate it once per row, and claim more jobs than `limit`.
  const { rows } = await sql<Omit<Job, 'claimedUntil'>>`
    with recursive lanes as (
      select kind, (select min(lane) from jobs where jobs.kind = kinds.kind) as lane
      from unnest(${[...kinds]}::text[]) as kinds (kind)
      union all
      select kind, (select min(lane) from jobs where jobs.kind = lanes.kind and jobs.lane > lanes.lane)
      from lanes where lane is not null
    ),
    due as materialized (
      select job.id from lanes cross join lateral (
        select id, due_at from jobs
        where jobs.kind = lanes.kind and jobs.lane = lanes.lane and due_at <= ${now}
          and (claimed_until is null or claimed_until < ${realNow})
        order by due_at, id
        limit greatest(0, ${perLane}::bigint - (
          select count(*) from unnest(${busy}::text[]) as busy (lane) where busy.lane = lanes.kind || ' ' || lanes.lane
        ))
        for update skip locked
      ) job
      where not exists (
        select from paused_lanes paused
        where paused.kind = lanes.kind and paused.lane = lanes.lane and paused_until > ${now}
      )
      order by job.due_at, job.id
      limit ${limit}::bigint
    )
    update jobs set claimed_until = ${claimedUntil}, tries = tries + 1
    where id in (select id from due)
    returning id, kind, subject, due_at as "dueAt", tries, lane, ${jobRefid} as refid`.execute(db);
  return rows
    .map((row) => ({ ...row, claimedUntil }))
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id);
}

/** The pause of a lane after its first call without an answer, ms; doubled by each further one, up to the maximum. */
const firstPauseMs = 10 * secondMs;
const maxPauseMs = 15 * minuteMs;

/**
 * Pauses a lane after a call without an answer, longer after each consecutive one. During a pause it is not paused further: the call was
 * made at the same time.
 */
export async function pauseLane(db: Db, { kind, lane }: Lane, now: Date): Promise<void> {
  const pauseMs = sql<number>`least(${firstPauseMs}::float8 * power(2, least(paused_lanes.failures, 30)), ${maxPauseMs}::float8)`;
  await db
    .insertInto('paused_lanes')
    .values({ kind, lane, failures: 1, paused_until: addMilliseconds(now, firstPauseMs) })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'lane'])
        .doUpdateSet({
          failures: sql<number>`paused_lanes.failures + 1`,
          paused_until: sql<Date>`${now}::timestamptz + ${pauseMs} * interval '1 millisecond'`,
        })
        .where('paused_lanes.paused_until', '<=', now),
    )
    .execute();
}

/** Ends a lane's pauses: its server has answered, or is tried again. */
export async function resumeLane(db: Db | Trx, { kind, lane }: Lane): Promise<void> {
  await db.deleteFrom('paused_lanes').where('kind', '=', kind).where('lane', '=', lane).execute();
}

/** Whether the last call of a lane had no answer. */
export async function isLaneSilent(db: Db, { kind, lane }: Lane): Promise<boolean> {
  const row = await db
    .selectFrom('paused_lanes')
    .select('failures')
    .where('kind', '=', kind)
    .where('lane', '=', lane)
    .executeTakeFirst();
  return row !== undefined;
}

/** Builds the write that deletes a completed job, if this claim is still valid. */
export function completedJobDelete(db: Db, { id, claimedUntil }: Pick<Job, 'id' | 'claimedUntil'>) {
  return db.deleteFrom('jobs').where('id', '=', id).where('claimed_until', '=', claimedUntil);
}

/** Releases a claim: deletes the job, or reschedules it. A job that was rescheduled while it ran keeps its new time and claim. */
export async function releaseClaim(db: Db, job: Job, nextDueAt: Date | null): Promise<void> {
  if (nextDueAt === null) {
    await completedJobDelete(db, job).execute();
    return;
  }
  const { id, claimedUntil } = job;
  await db
    .updateTable('jobs')
    .set({ due_at: nextDueAt, claimed_until: null })
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .execute();
}
