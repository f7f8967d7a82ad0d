import { randomUUID } from 'node:crypto';
import { traceRoot } from '@/lib/telemetry/tracing/spans';
import type { Clock } from '../clock';
import type { Db } from '../db/database';
import type { JobKind } from '../db/tables';
import { pass, within } from '../faults/fault-points';
import { underRequestId } from '../request-id';
import { createLane } from './lane';
import { claimDueJobs, endClaim, type Job } from './model';

/** Does a job and says when it is due again; null when it is done, 'ended' when its claim is ended too. One that throws is tried again. */
export type JobHandler = (job: Job) => Promise<Date | null | 'ended'>;

export interface JobRunner {
  /** Runs whatever is due by the backend's clock, and what becomes due by that, before it answers. Rejects when the store fails. */
  runDue(): Promise<void>;
  /** Looks for due jobs soon: something has just been scheduled. */
  nudge(): void;
  /** Begins to look for due jobs each second. */
  start(): void;
  /** Stops looking; settles when what has begun is done. */
  stop(): Promise<void>;
}

interface RunnerSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
  /** Told of a job that threw or whose claim could not be ended; of 'jobs' when none could be claimed. */
  readonly onFault: (what: JobKind | 'jobs', error: unknown) => void;
  /** Done before each look: another process may have moved the clock. */
  readonly beforePass?: () => Promise<void>;
}

const tickMs = 1000;
/** What is scheduled within this time is looked for together. */
const nudgeMs = 100;
const mostRounds = 500;
/** Messages and partners' servers are waited for elsewhere than payments: none holds another up. */
const lanes: readonly { readonly width: number; readonly kinds: readonly JobKind[] }[] = [
  {
    width: 8,
    kinds: ['enquire-attempt', 'expire-order', 'cancel-approval', 'settle-card-check', 'forget-card'],
  },
  { width: 4, kinds: ['deliver-message', 'remind-auto-debit'] },
  { width: 4, kinds: ['deliver-webhook'] },
];

function retryDelayMs(tries: number): number {
  return Math.min(60_000 * 2 ** Math.min(tries, 10), 6 * 60 * 60 * 1000);
}

export function createJobRunner({ db, clock, handlers, onFault, beforePass }: RunnerSettings): JobRunner {
  let timer: NodeJS.Timeout | undefined;
  let nudged: NodeJS.Timeout | undefined;
  let isStopped = false;
  let jobsRun = 0;

  async function doJob(job: Job): ReturnType<JobHandler> {
    try {
      return await handlers[job.kind](job);
    } catch (error) {
      onFault(job.kind, error);
      return new Date(clock.now().getTime() + retryDelayMs(job.tries));
    }
  }

  async function run(job: Job): Promise<void> {
    pass('job-claimed');
    const dueAgain = await doJob(job);
    pass('job-done');
    // A claim that cannot be ended lapses: the job is then done once more, which each allows for.
    if (dueAgain !== 'ended') await endClaim(db, job, dueAgain).catch((error: unknown) => onFault(job.kind, error));
    jobsRun += 1;
  }

  const open = lanes.map(({ width, kinds }) =>
    createLane<Job>({
      width,
      beforePass,
      claim: (most) => claimDueJobs(db, kinds, clock.now(), most),
      run: (job) => {
        const id = randomUUID();
        const span = { name: `job ${job.kind}`, kind: 'internal' } as const;
        return traceRoot(span, { requestId: id }, () =>
          underRequestId(`job-${id}`, () => within(job.kind, () => run(job))),
        );
      },
      // Of two jobs of one payment, the one that was due first must see the state first.
      nameOf: ({ refid }) => refid,
      isStopped: () => isStopped,
      onClaimFault: (error) => onFault('jobs', error),
    }),
  );

  function look(): void {
    if (!isStopped) for (const lane of open) lane.look();
  }

  return {
    /** A job of one lane may have made work for the other: over when a whole round has found nothing. */
    async runDue() {
      for (let round = 0; round < mostRounds && !isStopped; round += 1) {
        const before = jobsRun;
        await Promise.all(open.map((lane) => lane.runFresh()));
        if (jobsRun === before) return;
      }
    },
    nudge() {
      nudged ??= setTimeout(() => {
        nudged = undefined;
        look();
      }, nudgeMs).unref();
    },
    start() {
      timer = setInterval(look, tickMs);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(nudged);
      await Promise.all(open.map((lane) => lane.settle()));
    },
  };
}
