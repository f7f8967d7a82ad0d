import type { Clock } from '../clock';
import type { Db } from '../db/database';
import type { JobKind } from '../db/tables';
import { claimDueJobs, endClaim, type Job } from './model';

/** Does a job and says when it is due again; null when it is done. One that throws is tried again. */
export type JobHandler = (job: Job) => Promise<Date | null>;

export interface JobRunner {
  /** Runs whatever is due by the backend's clock, and what becomes due by that, before it answers. */
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
  /** Told of a job that threw. */
  readonly onFault: (job: Job, error: unknown) => void;
  /** Done before each pass: another process may have moved the clock. */
  readonly beforePass?: () => Promise<void>;
}

const tickMs = 1000;
const most = 20;
/** Whatever runs again and again within one pass is a bug; the next pass goes on. */
const mostRounds = 500;

function retryDelayMs(tries: number): number {
  return Math.min(60_000 * 2 ** Math.min(tries, 10), 6 * 60 * 60 * 1000);
}

export function createJobRunner({ db, clock, handlers, onFault, beforePass }: RunnerSettings): JobRunner {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | null = null;
  let isStopped = false;

  async function run(job: Job): Promise<void> {
    try {
      await endClaim(db, job, await handlers[job.kind](job));
    } catch (error) {
      onFault(job, error);
      await endClaim(db, job, new Date(clock.now().getTime() + retryDelayMs(job.tries)));
    }
  }

  async function runRounds(): Promise<void> {
    await beforePass?.();
    for (let round = 0; round < mostRounds && !isStopped; round += 1) {
      const jobs = await claimDueJobs(db, clock.now(), most);
      if (jobs.length === 0) return;
      // Order by order: of two jobs of one payment, the one that was due first must see the state first.
      for (const job of jobs) await run(job);
    }
  }

  /** One pass at a time in this process; whoever asks meanwhile gets a pass that begins after the asking. */
  async function runDue(): Promise<void> {
    while (underWay !== null) await underWay;
    underWay = runRounds().finally(() => (underWay = null));
    await underWay;
  }

  function tick(): void {
    if (isStopped || underWay !== null) return;
    void runDue().catch(() => {});
  }

  return {
    runDue,
    nudge: () => setImmediate(tick),
    start() {
      timer = setInterval(tick, tickMs);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await underWay?.catch(() => {});
    },
  };
}
