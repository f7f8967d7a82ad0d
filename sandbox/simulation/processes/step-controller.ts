import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Turn, WaitingStep } from './process-messages';
import type { CipherJobs } from './cipher-jobs';

/** The context of one actor's work, propagated through every `await`. */
interface Running {
  readonly actor: string;
  /** Its statements that wait for another's lock. */
  blocked: number;
  /** Waits for other work in this process, such as a pass over the jobs. */
  waitsForOthers: boolean;
}

interface Waiting extends WaitingStep {
  readonly running: Running;
  readonly go: (turn: Turn) => void;
}

/** Stops a process before each step of its work until the step is granted its turn. */
export interface StepController {
  /** Runs an actor's work; its steps wait for their turns until the work is done. Null: no step waits. */
  act<Value>(actor: string | null, callback: () => Promise<Value>): Promise<Value>;
  /** Waits for a turn; resolves at once for work of no actor, or of one whose work is done. */
  waitForTurn(isStatement: boolean): Promise<Turn>;
  /**
   * Runs work outside the process (a query, an HTTP call): the process is not idle until it returns, or `isBlocked` returns that it waits
   * for a lock.
   */
  runExternal<Value>(callback: () => Promise<Value>, isBlocked?: () => Promise<boolean>): Promise<Value>;
  grantTurn(step: number, turn: Turn): void;
  /** Checks the blocked statements again; settles when those that are blocked no longer have returned. */
  recheckLocks(): Promise<void>;
  /** Settles when all work here waits for a turn or a lock, or has ended. */
  settle(): Promise<void>;
  describe(): { readonly waiting: readonly WaitingStep[]; readonly blocked: number };
}

const lockPatienceMs = 4;
/** Turns of the event loop in which work inside this process reaches its next step. */
const turnsOfWork = 24;

export function createStepController(cipherJobs: CipherJobs): StepController {
  const actorContext = new AsyncLocalStorage<Running>();
  const running = new Set<Running>();
  const waiting = new Map<number, Waiting>();
  const blocked = new Set<() => Promise<void>>();
  let steps = 0;
  let external = 0;
  let wake = (): void => {};

  const isWaiting = (one: Running) => [...waiting.values()].some(({ running: its }) => its === one);

  function waitForTurn(isStatement: boolean): Promise<Turn> {
    const self = actorContext.getStore();
    if (self === undefined || !running.has(self)) return Promise.resolve('go');
    self.waitsForOthers = false;
    const step = (steps += 1);
    return new Promise((go) => waiting.set(step, { step, actor: self.actor, isStatement, running: self, go }));
  }

  function grantTurn(step: number, turn: Turn): void {
    const one = waiting.get(step);
    waiting.delete(step);
    one?.go(turn);
  }

  async function whileExternal(callback: () => Promise<void>): Promise<void> {
    external += 1;
    try {
      await callback();
    } finally {
      external -= 1;
      wake();
    }
  }

  async function runExternal<Value>(
    callback: () => Promise<Value>,
    isBlocked: () => Promise<boolean> = async () => false,
  ): Promise<Value> {
    const self = actorContext.getStore();
    // Work that outlives its actor counts too: waiting for it must not block the actors that could end it.
    if (running.size === 0) return callback();
    let hasReturned = false;
    const done = callback().finally(() => (hasReturned = true));
    const settled = done.then(
      () => {},
      () => {},
    );
    /** Until it returns or waits for a lock. A statement that gets its lock may wait for another one. */
    const watch = () =>
      whileExternal(async () => {
        do await Promise.race([pause(lockPatienceMs), settled]);
        while (!hasReturned && !(await isBlocked()));
      });
    await watch();
    if (hasReturned) return done;
    if (self !== undefined) self.blocked += 1;
    blocked.add(watch);
    try {
      return await done;
    } finally {
      blocked.delete(watch);
      if (self !== undefined) self.blocked -= 1;
      await waitForTurn(false);
    }
  }

  return {
    waitForTurn,
    runExternal,
    async act(actor, callback) {
      if (actor === null) return callback();
      const self: Running = { actor, blocked: 0, waitsForOthers: false };
      running.add(self);
      try {
        return await actorContext.run(self, callback);
      } finally {
        running.delete(self);
        // Steps that outlive the work wait no more: nothing would grant them a turn, and other work may depend on them.
        for (const { step, running: its } of waiting.values()) if (its === self) grantTurn(step, 'go');
      }
    },
    grantTurn,
    async recheckLocks() {
      await Promise.all([...blocked].map((recheck) => recheck()));
    },
    async settle() {
      for (let turns = 0; ; turns += 1) {
        await nextTurn();
        await nextTurn();
        if (external > 0) {
          await new Promise<void>((resolve) => (wake = resolve));
          turns = 0;
        }
        const all = [...running];
        if (all.every((one) => one.blocked > 0 || one.waitsForOthers || isWaiting(one))) {
          await nextTurn();
          if (external === 0) return;
        }
        if (cipherJobs.isRunning()) {
          await pause(1);
          turns = 0;
        }
        if (turns < turnsOfWork) continue;
        const isStalled = waiting.size > 0 || all.some((one) => one.blocked > 0);
        if (isStalled) for (const one of all) one.waitsForOthers = one.blocked === 0 && !isWaiting(one);
        else await pause(1);
      }
    },
    describe: () => ({
      waiting: [...waiting.values()].map(({ step, actor, isStatement }) => ({ step, actor, isStatement })),
      blocked: blocked.size,
    }),
  };
}
