import { sql, type OnConflictBuilder } from 'kysely';
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
  /** The job's payment; null if it has none. */
  readonly refid: string | null;
}

/** Identifies a job: there is one per kind and subject. */
export interface JobKey {
  readonly kind: JobKind;
  readonly subject: string | number;
}

/** Jobs to schedule and to cancel; no job is in it twice. */
export interface JobSchedule {
  readonly due: readonly (JobKey & { readonly dueAt: Date })[];
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
        .values(due.map(({ kind, subject, dueAt }) => ({ kind, subject: String(subject), due_at: dueAt })))
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
  return conflict
    .columns(['kind', 'subject'])
    .doUpdateSet((job) => ({ due_at: job.ref('excluded.due_at'), tries: 0, claimed_until: null }));
}

export async function writeJobSchedule(trx: Trx, schedule: JobSchedule): Promise<void> {
  await executeBatch(trx, jobScheduleWrites(trx, [schedule]));
}

/** Schedules a job, or reschedules the existing one. */
export async function scheduleJob(trx: Trx, kind: JobKind, subject: string | number, dueAt: Date): Promise<void> {
  await writeJobSchedule(trx, { due: [{ kind, subject, dueAt }], cancelled: [] });
}

/** Schedules a job, or brings an existing one forward; one that is due earlier keeps its time. Its tries are kept. */
export async function bringJobForward(trx: Trx, { kind, subject }: JobKey, dueAt: Date): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({ kind, subject: String(subject), due_at: dueAt })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((job) => ({
        due_at: job.fn<Date>('least', ['jobs.due_at', 'excluded.due_at']),
        claimed_until: null,
      })),
    )
    .execute();
}

/** Longer than any job takes. Jobs start when they are claimed, and a dead process loses its claim after this time. */
const claimDurationMs = 2 * 60 * 1000;

const jobRefid = sql<string | null>`case kind
  when 'expire-order' then subject
  when 'remind-auto-debit' then subject
  when 'settle-card-check' then (select order_refid from card_verifications where card_verifications.id = jobs.subject::bigint)
  when 'deliver-message' then null
  when 'post-payment' then (select order_refid from credits join postings on postings.credit_id = credits.id where postings.id = jobs.subject::bigint)
  when 'send-mandate' then (select order_refid from mandates where mandates.id = jobs.subject::bigint)
  when 'deliver-webhook' then (select order_refid from webhooks where webhooks.id = jobs.subject::bigint)
  else (select order_refid from attempts where attempts.id = jobs.subject::bigint)
end`;

/**
 * Claims due jobs of some kinds. Several processes may claim concurrently without waiting for each other (SKIP LOCKED). Jobs are due by the
 * backend's clock; claims expire in real time, which the sandbox cannot move.
 */
export async function claimDueJobs(
  db: Db,
  kinds: readonly JobKind[],
  now: Date,
  limit: number,
): Promise<readonly Job[]> {
  const realNow = new Date();
  const claimedUntil = new Date(realNow.getTime() + claimDurationMs);
  const rows = await db
    // Materialised: otherwise the planner may evaluate it once per row, and claim more jobs than `limit`.
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        query
          .selectFrom('jobs')
          .select('id')
          .where('kind', 'in', kinds)
          .where('due_at', '<=', now)
          .where((row) => row.or([row('claimed_until', 'is', null), row('claimed_until', '<', realNow)]))
          .orderBy('due_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('jobs')
    .set({ claimed_until: claimedUntil, tries: sql`tries + 1` })
    .where('id', 'in', (query) => query.selectFrom('due').select('id'))
    .returning(['id', 'kind', 'subject', 'due_at as dueAt', 'tries', jobRefid.as('refid')])
    .execute();
  return rows
    .map((row) => ({ ...row, claimedUntil }))
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
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
