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
  /** How often it has been claimed since it was scheduled, this time included. */
  readonly tries: number;
  /** Until when this claim holds, real time: tells it from another's. */
  readonly claimedUntil: Date;
  /** The payment that it is of, where it is of one. */
  readonly refid: string | null;
}

/** There is one job of a kind a subject. */
export interface JobKey {
  readonly kind: JobKind;
  readonly subject: string | number;
}

/** What is to be done later, and what no longer; no job is named twice. */
export interface JobSchedule {
  readonly due: readonly (JobKey & { readonly dueAt: Date })[];
  readonly cancelled: readonly JobKey[];
}

/** Gives the writes of agendas that have no job in common. A job that stands already is moved. */
export function jobScheduleWrites(trx: Trx, agendas: readonly JobSchedule[]): Writes {
  const due = agendas.flatMap((agenda) => agenda.due);
  const dropped = agendas.flatMap((agenda) => agenda.cancelled);
  return {
    ...(due.length > 0 && {
      due: trx
        .insertInto('jobs')
        .values(due.map(({ kind, subject, dueAt }) => ({ kind, subject: String(subject), due_at: dueAt })))
        .onConflict(rescheduleJob),
    }),
    ...(dropped.length > 0 && {
      dropped: trx.deleteFrom('jobs').where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('kind', 'subject'),
          'in',
          dropped.map(({ kind, subject }) => tuple(kind, String(subject))),
        ),
      ),
    }),
  };
}

/** What becomes of a job that is scheduled once more. */
export function rescheduleJob(conflict: OnConflictBuilder<Tables, 'jobs'>) {
  return conflict
    .columns(['kind', 'subject'])
    .doUpdateSet((job) => ({ due_at: job.ref('excluded.due_at'), tries: 0, claimed_until: null }));
}

export async function writeJobSchedule(trx: Trx, agenda: JobSchedule): Promise<void> {
  await executeBatch(trx, jobScheduleWrites(trx, [agenda]));
}

/** Schedules a job, or moves the one that stands for the same subject. */
export async function scheduleJob(trx: Trx, kind: JobKind, subject: string | number, dueAt: Date): Promise<void> {
  await writeJobSchedule(trx, { due: [{ kind, subject, dueAt }], cancelled: [] });
}

/** Longer than any job takes, and jobs begin when they are claimed: a process that was killed loses its claim after it. */
const claimDurationMs = 2 * 60 * 1000;

const jobRefid = sql<string | null>`case kind
  when 'expire-order' then subject
  when 'remind-auto-debit' then subject
  when 'settle-card-check' then (select order_refid from card_verifications where card_verifications.id = jobs.subject::bigint)
  when 'deliver-message' then null
  when 'deliver-webhook' then (select order_refid from webhooks where webhooks.id = jobs.subject::bigint)
  else (select order_refid from attempts where attempts.id = jobs.subject::bigint)
end`;

/**
 * Claims jobs of some kinds that are due by the backend's clock. Several processes may claim at once: none waits for another, and none gets what another
 * has (SKIP LOCKED). Claims are in real time, which no control moves.
 */
export async function claimDueJobs(
  db: Db,
  kinds: readonly JobKind[],
  now: Date,
  most: number,
): Promise<readonly Job[]> {
  const realNow = new Date();
  const claimedUntil = new Date(realNow.getTime() + claimDurationMs);
  const rows = await db
    // Materialised: as part of the update it may be read once for each row, and then claims more than that.
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
          .limit(most)
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

/** Gives the write that removes a job that is done, while this claim of it holds. */
export function completedJobDelete(db: Db, { id, claimedUntil }: Pick<Job, 'id' | 'claimedUntil'>) {
  return db.deleteFrom('jobs').where('id', '=', id).where('claimed_until', '=', claimedUntil);
}

/** Ends a claim: the job is done, or due again. A job that was scheduled anew while it ran keeps its new time, and its new claim. */
export async function releaseClaim(db: Db, job: Job, dueAgain: Date | null): Promise<void> {
  if (dueAgain === null) {
    await completedJobDelete(db, job).execute();
    return;
  }
  const { id, claimedUntil } = job;
  await db
    .updateTable('jobs')
    .set({ due_at: dueAgain, claimed_until: null })
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .execute();
}
