import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Turn, WaitingStep } from './process-messages';
import type { ThreadWork } from './cipher-jobs';

/** What one actor asks of this process: carried along, through every `await`. */
interface Running {
  readonly actor: string;
  /** Its statements that wait for another's lock. */
  blocked: number;
  /** Waits for something that another does within this process, such as a pass over the jobs. */
  leans: boolean;
}

interface Waiting extends WaitingStep {
  readonly running: Running;
  readonly go: (turn: Turn) => void;
}

/** Where a process stops before each step of what happens in it, until it is told to go on. */
export interface StepGate {
  /** Does what an actor asks; its steps wait for their turns until it is done. Null: none waits. */
  act<Value>(actor: string | null, work: () => Promise<Value>): Promise<Value>;
  /** Waits for its turn; what belongs to no actor, or to one whose work is done, always has it. */
  awaitTurn(isStatement: boolean): Promise<Turn>;
  /** Marks what leaves the process: it is not at rest until that is back, or `isBlocked` tells that it waits for another. */
  leave<Value>(work: () => Promise<Value>, isBlocked?: () => Promise<boolean>): Promise<Value>;
  giveTurn(step: number, turn: Turn): void;
  /** Looks at what waited for another: settles when what does so no longer is back. */
  look(): Promise<void>;
  /** Settles when each of what happens here has come to a step, waits for another, or is over. */
  settle(): Promise<void>;
  describe(): { readonly waiting: readonly WaitingStep[]; readonly blocked: number };
}

const lockPatienceMs = 4;
/** Turns of the event loop in which work of this process alone comes to its next step. */
const turnsOfWork = 24;

export function createStepGate(threads: ThreadWork): StepGate {
  const whoActs = new AsyncLocalStorage<Running>();
  const running = new Set<Running>();
  const waiting = new Map<number, Waiting>();
  const blocked = new Set<() => Promise<void>>();
  let steps = 0;
  let abroad = 0;
  let wake = (): void => {};

  const isWaiting = (one: Running) => [...waiting.values()].some(({ running: its }) => its === one);

  function awaitTurn(isStatement: boolean): Promise<Turn> {
    const self = whoActs.getStore();
    if (self === undefined || !running.has(self)) return Promise.resolve('go');
    self.leans = false;
    const step = (steps += 1);
    return new Promise((go) => waiting.set(step, { step, actor: self.actor, isStatement, running: self, go }));
  }

  function giveTurn(step: number, turn: Turn): void {
    const one = waiting.get(step);
    waiting.delete(step);
    one?.go(turn);
  }

  async function abroadWhile(work: () => Promise<void>): Promise<void> {
    abroad += 1;
    try {
      await work();
    } finally {
      abroad -= 1;
      wake();
    }
  }

  async function leave<Value>(
    work: () => Promise<Value>,
    isBlocked: () => Promise<boolean> = async () => false,
  ): Promise<Value> {
    const self = whoActs.getStore();
    // What an actor has left behind counts as well: its wait must not hold up those who could end it.
    if (running.size === 0) return work();
    let isBack = false;
    const done = work().finally(() => (isBack = true));
    const settled = done.then(
      () => {},
      () => {},
    );
    /** Until it is back, or waits for a lock. One that gets it may come to wait for the next. */
    const watch = () =>
      abroadWhile(async () => {
        do await Promise.race([pause(lockPatienceMs), settled]);
        while (!isBack && !(await isBlocked()));
      });
    await watch();
    if (isBack) return done;
    if (self !== undefined) self.blocked += 1;
    blocked.add(watch);
    try {
      return await done;
    } finally {
      blocked.delete(watch);
      if (self !== undefined) self.blocked -= 1;
      await awaitTurn(false);
    }
  }

  return {
    awaitTurn,
    leave,
    async act(actor, work) {
      if (actor === null) return work();
      const self: Running = { actor, blocked: 0, leans: false };
      running.add(self);
      try {
        return await whoActs.run(self, work);
      } finally {
        running.delete(self);
        // What it has left behind waits no more: nobody would give it a turn, and others may lean on it.
        for (const { step, running: its } of waiting.values()) if (its === self) giveTurn(step, 'go');
      }
    },
    giveTurn,
    async look() {
      await Promise.all([...blocked].map((look) => look()));
    },
    async settle() {
      for (let turns = 0; ; turns += 1) {
        await nextTurn();
        await nextTurn();
        if (abroad > 0) {
          await new Promise<void>((resolve) => (wake = resolve));
          turns = 0;
        }
        const all = [...running];
        if (all.every((one) => one.blocked > 0 || one.leans || isWaiting(one))) {
          await nextTurn();
          if (abroad === 0) return;
        }
        if (threads.isUnderWay()) {
          await pause(1);
          turns = 0;
        }
        if (turns < turnsOfWork) continue;
        const isHeldUp = waiting.size > 0 || all.some((one) => one.blocked > 0);
        if (isHeldUp) for (const one of all) one.leans = one.blocked === 0 && !isWaiting(one);
        else await pause(1);
      }
    },
    describe: () => ({
      waiting: [...waiting.values()].map(({ step, actor, isStatement }) => ({ step, actor, isStatement })),
      blocked: blocked.size,
    }),
  };
}
