import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** What a step is told when its turn comes; a store's statement can be made to fail before, or after, it was done. */
export type Turn = 'go' | 'fail-before' | 'fail-after';

/** One of the things that happen at once. What it does carries it along, through every `await`. */
export interface Actor {
  readonly name: string;
  /** The process in which it happens: what a kill ends. */
  readonly process: number;
}

export type FaultKind = 'kill' | 'store-fails' | 'store-answer-lost';

/** Happens instead of the `at`th step, or of the first one after it at which it can. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly at: number;
}

interface Waiting {
  readonly actor: Actor;
  readonly isStatement: boolean;
  readonly arrival: number;
  readonly go: (turn: Turn) => void;
}

interface Running {
  readonly actor: Actor;
  blocked: number;
  /** Waits for something that another does within its process, such as a pass over the jobs. */
  leans: boolean;
  readonly die: () => void;
}

/** Where the moments between two steps of whatever happens at once are chosen: one step at a time is let go, by a seeded choice. */
export interface Interleaving {
  /** Waits for its turn; outside of `runAtOnce` it is always one's turn. */
  awaitTurn(isStatement: boolean): Promise<Turn>;
  /** Marks what leaves the process: nobody else has a turn until it is back, or `isBlocked` tells that it waits for another. */
  leave<Value>(work: () => Promise<Value>, isBlocked?: () => Promise<boolean>): Promise<Value>;
  /** Gives the fault that happened: a planned one may find no step to happen at. */
  runAtOnce(
    actors: readonly { readonly actor: Actor; readonly act: () => Promise<void> }[],
    choice: { readonly seed: number; readonly fault: PlannedFault | null },
  ): Promise<FaultKind | null>;
  /** True for what a killed process has left running: it must do nothing more. */
  isDead(): boolean;
  /** Called for the process that is killed. */
  onKill: (process: number) => Promise<void>;
}

const lockPatienceMs = 4;
/** Turns of the event loop in which work of this process alone comes to its next step. */
const turnsOfWork = 24;
/** Longer than opening an encrypted card takes in another thread. */
const computingMs = 8;

/** A small generator of whole numbers (mulberry32): the same seed gives the same choices. */
export function createChooser(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function createInterleaving(): Interleaving {
  const whoActs = new AsyncLocalStorage<Actor>();
  const running = new Map<Actor, Running>();
  const dead = new WeakSet<Actor>();
  let waiting: Waiting[] = [];
  let arrivals = 0;
  let abroad = 0;
  let isFree = true;
  let wake = (): void => {};

  const never = new Promise<never>(() => {});

  function awaitTurn(isStatement: boolean): Promise<Turn> {
    const actor = whoActs.getStore();
    if (actor !== undefined && dead.has(actor)) return never;
    const self = actor === undefined ? undefined : running.get(actor);
    if (isFree || actor === undefined || self === undefined) return Promise.resolve('go');
    self.leans = false;
    return new Promise((go) => waiting.push({ actor, isStatement, arrival: (arrivals += 1), go }));
  }

  async function leave<Value>(
    work: () => Promise<Value>,
    isBlocked: () => Promise<boolean> = async () => false,
  ): Promise<Value> {
    if (isFree) return work();
    const actor = whoActs.getStore();
    const self = actor === undefined ? undefined : running.get(actor);
    abroad += 1;
    let isBack = false;
    let waits = false;
    const done = work().finally(() => (isBack = true));
    const watch = async () => {
      while (!isBack && !waits) {
        await Promise.race([pause(lockPatienceMs), done.catch(() => {})]);
        // Also of what an actor has left behind when it was over: its wait must not hold up those who could end it.
        if (!isBack && (await isBlocked()) && !isBack) waits = true;
      }
      abroad -= 1;
      wake();
      if (waits && self !== undefined) self.blocked += 1;
    };
    await watch();
    try {
      return await done;
    } finally {
      if (waits && self !== undefined) {
        self.blocked -= 1;
        await awaitTurn(false);
      }
    }
  }

  /** Settles when each of what happens has come to a step, waits for another, or is over. */
  async function settle(): Promise<void> {
    for (let turns = 0; ; turns = abroad > 0 ? 0 : turns + 1) {
      await nextTurn();
      await nextTurn();
      const isWaiting = (actor: Actor) => waiting.some((one) => one.actor === actor);
      const isSettled = [...running.values()].every(
        ({ actor, blocked, leans }) => blocked > 0 || leans || isWaiting(actor),
      );
      if (abroad === 0 && isSettled && (waiting.length > 0 || running.size === 0)) {
        await nextTurn();
        if (abroad === 0) return;
      }
      if (turns >= turnsOfWork + computingMs && waiting.length > 0) {
        for (const one of running.values()) one.leans = one.blocked === 0 && !isWaiting(one.actor);
      }
      if (abroad > 0) await new Promise<void>((resolve) => (wake = resolve));
      // A key operation in another thread, of which nothing tells.
      else if (turns >= turnsOfWork) await pause(1);
    }
  }

  function takeTurn(one: Waiting, turn: Turn): void {
    waiting = waiting.filter((other) => other !== one);
    one.go(turn);
  }

  const interleaving: Interleaving = {
    awaitTurn,
    leave,
    onKill: async () => {},
    isDead() {
      const actor = whoActs.getStore();
      return actor !== undefined && dead.has(actor);
    },
    async runAtOnce(actors, { seed, fault }) {
      const choose = createChooser(seed);
      isFree = actors.length === 1 && fault === null;
      const ends = actors.map(({ actor, act }) => {
        const died = new Promise<void>((die) => running.set(actor, { actor, blocked: 0, leans: false, die }));
        const acted = whoActs.run(actor, async () => {
          await awaitTurn(false);
          await act();
        });
        return Promise.race([acted, died]).finally(() => running.delete(actor));
      });
      const ended = Promise.all(ends);
      ended.catch(() => {});
      let pending = fault;
      let happened: FaultKind | null = null;
      for (let step = 0; !isFree && running.size > 0; step += 1) {
        await settle();
        if (waiting.length === 0) break;
        const order = [...waiting].sort((a, b) => a.actor.name.localeCompare(b.actor.name) || a.arrival - b.arrival);
        const one = order[choose(order.length)];
        if (one === undefined) break;
        if (pending === null || step < pending.at) takeTurn(one, 'go');
        else if (pending.kind === 'kill') {
          happened = pending.kind;
          pending = null;
          const { process } = one.actor;
          waiting = waiting.filter(({ actor }) => actor.process !== process);
          const killed = [...running.values()].filter(({ actor }) => actor.process === process);
          for (const { actor } of killed) dead.add(actor);
          await interleaving.onKill(process);
          for (const { die } of killed) die();
        } else if (one.isStatement) {
          const turn = pending.kind === 'store-fails' ? 'fail-before' : 'fail-after';
          happened = pending.kind;
          pending = null;
          takeTurn(one, turn);
        } else takeTurn(one, 'go');
      }
      await ended;
      isFree = true;
      return happened;
    },
  };
  return interleaving;
}
