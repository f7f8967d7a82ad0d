import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { BackendProcesses, Place } from '../processes/backend-processes';
import { createChooser } from './random';
import type { Turn } from '../processes/process-messages';

export const faultKinds = ['kill', 'store-fails', 'store-answer-lost'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Happens instead of the `at`th step, or of the first one after it at which it can. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly at: number;
}

/** One of the things that happen at once, as it is told to what happens. */
export interface Actor {
  /** Null where it happens alone, and nothing waits for its turn. */
  readonly name: string | null;
  /** Waits for its turn to do a step of its own, outside of the backends. */
  step(): Promise<void>;
  /** Marks what it waits for in a backend. */
  inBackend<Value>(work: Promise<Value>): Promise<Value>;
}

export interface Act {
  /** The backend that it uses: with it, it is killed. */
  readonly place: Place;
  readonly act: (actor: Actor) => Promise<void>;
}

interface Acting {
  readonly place: Place;
  readonly name: string;
  /** Its own code goes on: it has come neither to a step nor to a backend. */
  isThinking: boolean;
  isOver: boolean;
  go: (() => void) | null;
}

interface Waiting {
  readonly place: Place;
  readonly name: string;
  readonly order: number;
  readonly isStatement: boolean;
  readonly go: (turn: Turn) => void;
}

/** How long nothing is seen to move before it is looked again, ms. */
const deadlockPatienceMs = 20;

/** Where the moments between two steps of whatever happens at once are chosen: one step at a time is let go, by a seeded choice. */
export interface Scheduler {
  /** Gives the fault that happened: a planned one may find no step to happen at. */
  runAtOnce(
    acts: readonly Act[],
    choice: { readonly seed: number; readonly fault: PlannedFault | null },
  ): Promise<FaultKind | null>;
}

/** Who acts alone: nothing waits for a turn. */
export const alone: Actor = { name: null, step: async () => {}, inBackend: (work) => work };

/** `onKill` kills the backend of a place; settles when everything of it is gone. */
export function createScheduler(processes: BackendProcesses, onKill: (place: Place) => Promise<void>): Scheduler {
  let acting: Acting[] = [];
  let wake = (): void => {};
  processes.onChange = () => wake();

  function actorOf(self: Acting): Actor {
    const stopThinking = () => {
      self.isThinking = false;
      wake();
    };
    return {
      name: self.name,
      step: () =>
        new Promise((resolve) => {
          self.go = () => {
            self.go = null;
            self.isThinking = true;
            resolve();
          };
          stopThinking();
        }),
      async inBackend(work) {
        stopThinking();
        const value = await work;
        self.isThinking = true;
        return value;
      },
    };
  }

  const isQuiet = () =>
    acting.every(({ isThinking }) => !isThinking) && processes.inPlace.every((one) => one.readRest() !== null);

  /** Settles when nothing goes on anywhere, and what could go on of itself has. */
  async function becomeQuiet(): Promise<void> {
    for (;;) {
      while (!isQuiet()) await new Promise<void>((resolve) => (wake = resolve));
      // What a backend has answered is taken in first.
      await nextTurn();
      if (isQuiet()) return;
    }
  }

  async function settle(): Promise<void> {
    await becomeQuiet();
    const waitForLocks = processes.inPlace.filter((one) => (one.readRest()?.blocked ?? 0) > 0);
    if (waitForLocks.length === 0) return;
    for (const one of waitForLocks) one.look();
    await becomeQuiet();
  }

  function listWaiting(): readonly Waiting[] {
    const own = acting.flatMap(({ place, name, go }) =>
      go === null ? [] : [{ place, name, order: 0, isStatement: false, go }],
    );
    const theirs = ([0, 1] as const).flatMap((place) =>
      (processes.at(place).readRest()?.waiting ?? []).map(({ step, actor, isStatement }): Waiting => ({
        ...{ place, name: actor, order: step, isStatement },
        go: (turn) => processes.at(place).giveTurn(step, turn),
      })),
    );
    return [...own, ...theirs].sort((one, other) => one.name.localeCompare(other.name) || one.order - other.order);
  }

  async function letGo(seed: number, fault: PlannedFault | null): Promise<FaultKind | null> {
    const choose = createChooser(seed);
    let pending = fault;
    let happened: FaultKind | null = null;
    for (let step = 0; ; step += 1) {
      await settle();
      if (acting.every(({ isOver }) => isOver)) return happened;
      const waiting = listWaiting();
      const one = waiting.length === 0 ? undefined : waiting[choose(waiting.length)];
      if (one === undefined) {
        // Everybody waits for a lock, and the server ends one of them; or what nobody gave a turn to has brought one to a step meanwhile.
        await pause(deadlockPatienceMs);
        for (const backend of processes.inPlace) backend.look();
        continue;
      }
      const isDue = pending !== null && step >= pending.at && (pending.kind === 'kill' || one.isStatement);
      if (pending === null || !isDue) {
        one.go('go');
        continue;
      }
      happened = pending.kind;
      pending = null;
      if (happened !== 'kill') one.go(happened === 'store-fails' ? 'fail-before' : 'fail-after');
      else {
        await onKill(one.place);
        acting = acting.filter(({ place }) => place !== one.place);
      }
    }
  }

  return {
    async runAtOnce(acts, { seed, fault }) {
      const [first, second] = acts;
      if (first === undefined) return null;
      if (second === undefined && fault === null) {
        await first.act(alone);
        return null;
      }
      const faults: unknown[] = [];
      acting = acts.map(({ place }, index) => ({
        ...{ place, name: String(index), isThinking: true, isOver: false, go: null },
      }));
      acting.forEach((self, index) => {
        const actor = actorOf(self);
        void actor
          .step()
          .then(() => acts[index]?.act(actor))
          .catch((error: unknown) => faults.push(error))
          .finally(() => {
            self.isThinking = false;
            self.isOver = true;
            wake();
          });
      });
      const happened = await letGo(seed, fault);
      acting = [];
      if (faults.length > 0) throw faults[0];
      return happened;
    },
  };
}
