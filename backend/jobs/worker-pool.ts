/** A pool of workers for some kinds of jobs: a job that hangs does not block the jobs of other pools. */
export interface WorkerPool {
  /** Runs all due jobs; resolves when they and the running ones are done. Rejects if jobs cannot be claimed. */
  runDue(): Promise<void>;
  /** Polls for due jobs now. Never rejects. */
  poll(): void;
  /** Resolves when the running jobs are done. */
  drain(): Promise<void>;
}

interface WorkerPoolSettings<Task> {
  /** The maximum number of concurrent jobs. */
  readonly concurrency: number;
  /** Called before each poll. */
  readonly beforePoll?: (() => Promise<void>) | undefined;
  /** Claims up to `limit` due jobs beside the running ones, in the order in which they start. */
  readonly claim: (limit: number, running: readonly Task[]) => Promise<readonly Task[]>;
  /** Never rejects. */
  readonly run: (task: Task) => Promise<void>;
  /** Jobs with the same key run one after the other. */
  readonly serialKeyOf: (task: Task) => string | null;
  readonly isStopped: () => boolean;
  readonly onClaimError: (error: unknown) => void;
}

/** Limits one poll, in case a bug leaves jobs due forever; the next poll continues. */
const maxPerPoll = 10_000;

export function createWorkerPool<Task>({
  concurrency,
  beforePoll,
  claim,
  run,
  serialKeyOf,
  isStopped,
  onClaimError,
}: WorkerPoolSettings<Task>): WorkerPool {
  const running = new Map<Promise<void>, Task>();
  const lastByKey = new Map<string, Promise<void>>();
  let current: Promise<void> | null = null;
  let wakeUp = () => {};

  function begin(task: Task): void {
    const key = serialKeyOf(task);
    const before = key === null ? undefined : lastByKey.get(key);
    const finished = (before === undefined ? run(task) : before.then(() => run(task))).finally(() => {
      running.delete(finished);
      if (key !== null && lastByKey.get(key) === finished) lastByKey.delete(key);
    });
    running.set(finished, task);
    if (key !== null) lastByKey.set(key, finished);
  }

  /** Claims only jobs that can start immediately: a claim covers the job's own run time. */
  async function runUntilIdle(): Promise<void> {
    await beforePoll?.();
    for (let started = 0; started < maxPerPoll && !isStopped();) {
      const woken = new Promise<void>((resolve) => (wakeUp = resolve));
      const before = new Map(running);
      const claimed = await claim(concurrency - before.size, [...before.values()]);
      started += claimed.length;
      claimed.forEach(begin);
      if (before.size === 0 && claimed.length === 0) return;
      if (running.size >= concurrency) await Promise.race(running.keys());
      // One of these may have ended while others were claimed, and left room for what was not.
      else if (claimed.length === 0) await Promise.race([...before.keys(), woken]);
    }
  }

  function start(): Promise<void> {
    current = runUntilIdle()
      .catch((error: unknown) => {
        onClaimError(error);
        throw error;
      })
      .finally(async () => {
        await Promise.all(running.keys());
        current = null;
      });
    return current;
  }

  return {
    async runDue() {
      while (current !== null) await current.catch(() => {});
      await start();
    },
    poll() {
      if (current === null) void start().catch(() => {});
      else wakeUp();
    },
    async drain() {
      wakeUp();
      await current?.catch(() => {});
    },
  };
}
