import { randomUUID } from 'node:crypto';
import { traceRoot } from '@/lib/telemetry/tracing/spans';
import type { Clock } from '../clock';
import type { Db } from '../db/database';
import type { JobKind } from '../db/tables';
import { reachFaultPoint, runUnitOfWork } from '../faults/fault-points';
import { runWithRequestId } from '../request-id';
import { createWorkerPool } from './worker-pool';
import { claimDueJobs, releaseClaim, type Job } from './model';

/** Runs a job and returns when it is due again; null if it is done, 'ended' if it has also released its claim. A job that throws is retried. */
export type JobHandler = (job: Job) => Promise<Date | null | 'ended'>;

export interface JobRunner {
  /** Runs all due jobs, and the jobs that they schedule, before it resolves. Rejects if the store fails. */
  runDue(): Promise<void>;
  /** Polls soon, since a job has just been scheduled. */
  wake(): void;
  /** Starts polling every second. */
  start(): void;
  /** Stops polling; resolves when the running jobs are done. */
  stop(): Promise<void>;
}

interface RunnerSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
  /** Called for a job that threw or whose claim could not be released; with 'jobs' if claiming failed. */
  readonly onError: (source: JobKind | 'jobs', error: unknown) => void;
  /** Called before each poll: another process may have moved the clock. */
  readonly beforePoll?: () => Promise<void>;
}

const pollIntervalMs = 1000;
/** Jobs scheduled within this time are polled together. */
const wakeDelayMs = 100;
const maxRounds = 500;
/**
 * Slow mail servers, partners' servers or billers must not delay payments, nor may a gateway or partner that does not answer delay the others:
 * `perLane` jobs of a kind that call the same one run at a time. Orders expire in one lane, whichever gateway is asked first.
 */
const poolSettings: readonly {
  readonly width: number;
  readonly perLane: number;
  readonly kinds: readonly JobKind[];
}[] = [
  {
    ...{ width: 16, perLane: 4 },
    kinds: ['enquire-attempt', 'expire-order', 'cancel-approval', 'settle-card-check', 'forget-card'],
  },
  { width: 8, perLane: 4, kinds: ['deliver-message', 'remind-auto-debit'] },
  { width: 8, perLane: 2, kinds: ['deliver-webhook'] },
  { width: 4, perLane: 4, kinds: ['post-payment', 'reverse-posting', 'send-mandate'] },
  { width: 4, perLane: 2, kinds: ['send-refund'] },
  { width: 4, perLane: 4, kinds: ['charge-auto-debit'] },
  { width: 4, perLane: 4, kinds: ['remind-bill'] },
  { width: 4, perLane: 2, kinds: ['delete-card'] },
];

function retryDelayMs(tries: number): number {
  return Math.min(60_000 * 2 ** Math.min(tries, 10), 6 * 60 * 60 * 1000);
}

export function createJobRunner({ db, clock, handlers, onError, beforePoll }: RunnerSettings): JobRunner {
  let timer: NodeJS.Timeout | undefined;
  let wakeTimer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let jobsRun = 0;

  async function handleJob(job: Job): ReturnType<JobHandler> {
    try {
      return await handlers[job.kind](job);
    } catch (error) {
      onError(job.kind, error);
      return new Date(clock.now().getTime() + retryDelayMs(job.tries));
    }
  }

  async function run(job: Job): Promise<void> {
    reachFaultPoint('job-claimed');
    const nextDueAt = await handleJob(job);
    reachFaultPoint('job-done');
    // A claim that cannot be released expires: the job then runs again, so every job is idempotent.
    if (nextDueAt !== 'ended')
      await releaseClaim(db, job, nextDueAt).catch((error: unknown) => onError(job.kind, error));
    jobsRun += 1;
  }

  const pools = poolSettings.map(({ width, perLane, kinds }) =>
    createWorkerPool<Job>({
      concurrency: width,
      beforePoll,
      claim: (limit, running) => claimDueJobs(db, kinds, clock.now(), { limit, perLane, running }),
      run: (job) => {
        const id = randomUUID();
        const span = { name: `job ${job.kind}`, kind: 'internal' } as const;
        return traceRoot(span, { requestId: id }, () =>
          runWithRequestId(`job-${id}`, () => runUnitOfWork(job.kind, () => run(job))),
        );
      },
      // Jobs of one payment run in the order in which they were due.
      serialKeyOf: ({ refid }) => refid,
      isStopped: () => isStopped,
      onClaimError: (error) => onError('jobs', error),
    }),
  );

  function poll(): void {
    if (!isStopped) for (const pool of pools) pool.poll();
  }

  return {
    /** A job of one pool may schedule jobs for another: stops when a round has run none. */
    async runDue() {
      for (let round = 0; round < maxRounds && !isStopped; round += 1) {
        const before = jobsRun;
        await Promise.all(pools.map((pool) => pool.runDue()));
        if (jobsRun === before) return;
      }
    },
    wake() {
      wakeTimer ??= setTimeout(() => {
        wakeTimer = undefined;
        poll();
      }, wakeDelayMs).unref();
    },
    start() {
      timer = setInterval(poll, pollIntervalMs);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(wakeTimer);
      await Promise.all(pools.map((pool) => pool.drain()));
    },
  };
}
