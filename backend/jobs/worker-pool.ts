/** Work of one sort, done beside other sorts: whatever hangs in one lane leaves the others alone. */
export interface WorkerPool {
  /** Runs whatever is due from now on; settles when all of it, and what was under way, is done. Rejects when it cannot be claimed. */
  runDue(): Promise<void>;
  /** Looks for due work now, beside what is under way. Never rejects. */
  poll(): void;
  /** Settles when what is under way is done. */
  drain(): Promise<void>;
}

interface WorkerPoolSettings<Work> {
  /** How much runs at once. */
  readonly concurrency: number;
  /** Done before each pass. */
  readonly beforePoll?: (() => Promise<void>) | undefined;
  /** Claims up to `most` of what is due, in the order in which it is to begin. */
  readonly claim: (most: number) => Promise<readonly Work[]>;
  /** Never rejects. */
  readonly run: (work: Work) => Promise<void>;
  /** Of work with the same name one runs after the other. */
  readonly serialKeyOf: (work: Work) => string | null;
  readonly isStopped: () => boolean;
  readonly onClaimError: (error: unknown) => void;
}

/** Whatever runs again and again within one pass is a bug; the next pass goes on. */
const maxPerPoll = 10_000;

export function createWorkerPool<Work>({
  concurrency: width,
  beforePoll: beforePass,
  claim,
  run,
  serialKeyOf: nameOf,
  isStopped,
  onClaimError: onClaimFault,
}: WorkerPoolSettings<Work>): WorkerPool {
  const running = new Set<Promise<void>>();
  const lastOf = new Map<string, Promise<void>>();
  let pass: Promise<void> | null = null;
  let wake = () => {};

  function begin(work: Work): void {
    const name = nameOf(work);
    const before = name === null ? undefined : lastOf.get(name);
    const ended = (before === undefined ? run(work) : before.then(() => run(work))).finally(() => {
      running.delete(ended);
      if (name !== null && lastOf.get(name) === ended) lastOf.delete(name);
    });
    running.add(ended);
    if (name !== null) lastOf.set(name, ended);
  }

  /** Claims no more than can begin at once: a claim is for the time that the work itself takes. */
  async function runPass(): Promise<void> {
    await beforePass?.();
    for (let begun = 0; begun < maxPerPoll && !isStopped();) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const claimed = await claim(width - running.size);
      begun += claimed.length;
      claimed.forEach(begin);
      if (running.size === 0) return;
      if (running.size >= width) await Promise.race(running);
      else if (claimed.length === 0) await Promise.race([...running, woken]);
    }
  }

  function startPass(): Promise<void> {
    pass = runPass()
      .catch((error: unknown) => {
        onClaimFault(error);
        throw error;
      })
      .finally(async () => {
        await Promise.all(running);
        pass = null;
      });
    return pass;
  }

  return {
    async runDue() {
      while (pass !== null) await pass.catch(() => {});
      await startPass();
    },
    poll() {
      if (pass === null) void startPass().catch(() => {});
      else wake();
    },
    async drain() {
      wake();
      await pass?.catch(() => {});
    },
  };
}
