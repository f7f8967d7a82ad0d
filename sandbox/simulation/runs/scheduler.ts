import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { BackendProcesses, BackendIndex } from '../processes/backend-processes';
import { createRandom } from './random';
import type { Turn } from '../processes/process-messages';

export const faultKinds = ['kill', 'store-fails', 'store-answer-lost'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Replaces step `at`, or the first later step at which it can happen. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly at: number;
}

/** One of several concurrent actions, as seen by the code that it runs. */
export interface Actor {
  /** Null if it runs alone, and nothing waits for a turn. */
  readonly name: string | null;
  /** Waits for the turn of a step outside the backends. */
  step(): Promise<void>;
  /** Marks a wait for a backend. */
  inBackend<Value>(work: Promise<Value>): Promise<Value>;
}

export interface Act {
  /** The backend that it uses: it ends when that is killed. */
  readonly backend: BackendIndex;
  readonly act: (actor: Actor) => Promise<void>;
}

interface RunningAct {
  readonly backend: BackendIndex;
  readonly name: string;
  /** Its own code is running: it is neither at a step nor in a backend. */
  isComputing: boolean;
  isOver: boolean;
  go: (() => void) | null;
}

interface Waiting {
  readonly backend: BackendIndex;
  readonly name: string;
  readonly order: number;
  readonly isStatement: boolean;
  readonly go: (turn: Turn) => void;
}

/** Time without progress before the processes are checked again, ms. */
const deadlockPatienceMs = 20;

/** Chooses the interleaving of concurrent actions: grants one step at a time, by a seeded choice. */
export interface Scheduler {
  /** Returns the fault that happened: a planned fault may find no step to happen at. */
  runConcurrently(
    acts: readonly Act[],
    choice: { readonly seed: number; readonly fault: PlannedFault | null },
  ): Promise<FaultKind | null>;
}

/** An actor without others: nothing waits for a turn. */
export const unscheduledActor: Actor = { name: null, step: async () => {}, inBackend: (work) => work };

/** `onKill` kills a backend; settles when its database sessions have ended. */
export function createScheduler(
  processes: BackendProcesses,
  onKill: (backend: BackendIndex) => Promise<void>,
): Scheduler {
  let runningActs: RunningAct[] = [];
  let wake = (): void => {};
  processes.onChange = () => wake();

  function actorOf(self: RunningAct): Actor {
    const stopComputing = () => {
      self.isComputing = false;
      wake();
    };
    return {
      name: self.name,
      step: () =>
        new Promise((resolve) => {
          self.go = () => {
            self.go = null;
            self.isComputing = true;
            resolve();
          };
          stopComputing();
        }),
      async inBackend(work) {
        stopComputing();
        const value = await work;
        self.isComputing = true;
        return value;
      },
    };
  }

  const isQuiet = () =>
    runningActs.every(({ isComputing }) => !isComputing) &&
    processes.active.every((one) => one.readIdleState() !== null);

  /** Settles when no action and no process is running. */
  async function waitUntilIdle(): Promise<void> {
    for (;;) {
      while (!isQuiet()) await new Promise<void>((resolve) => (wake = resolve));
      // Let answers of backends be processed first.
      await nextTurn();
      if (isQuiet()) return;
    }
  }

  async function settle(): Promise<void> {
    await waitUntilIdle();
    const waitForLocks = processes.active.filter((one) => (one.readIdleState()?.blocked ?? 0) > 0);
    if (waitForLocks.length === 0) return;
    for (const one of waitForLocks) one.recheckLocks();
    await waitUntilIdle();
  }

  function listWaiting(): readonly Waiting[] {
    const own = runningActs.flatMap(({ backend, name, go }) =>
      go === null ? [] : [{ backend, name, order: 0, isStatement: false, go }],
    );
    const theirs = ([0, 1] as const).flatMap((backend) =>
      (processes.at(backend).readIdleState()?.waiting ?? []).map(({ step, actor, isStatement }): Waiting => ({
        ...{ backend, name: actor, order: step, isStatement },
        go: (turn) => processes.at(backend).grantTurn(step, turn),
      })),
    );
    return [...own, ...theirs].sort((one, other) => one.name.localeCompare(other.name) || one.order - other.order);
  }

  async function grantSteps(seed: number, fault: PlannedFault | null): Promise<FaultKind | null> {
    const random = createRandom(seed);
    let pending = fault;
    let happened: FaultKind | null = null;
    for (let step = 0; ; step += 1) {
      await settle();
      if (runningActs.every(({ isOver }) => isOver)) return happened;
      const waiting = listWaiting();
      const one = waiting.length === 0 ? undefined : waiting[random(waiting.length)];
      if (one === undefined) {
        // A deadlock, which the server resolves by ending one of them; or work of no actor has made a step wait meanwhile.
        await pause(deadlockPatienceMs);
        for (const backend of processes.active) backend.recheckLocks();
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
        await onKill(one.backend);
        runningActs = runningActs.filter(({ backend }) => backend !== one.backend);
      }
    }
  }

  return {
    async runConcurrently(acts, { seed, fault }) {
      const [first, second] = acts;
      if (first === undefined) return null;
      if (second === undefined && fault === null) {
        await first.act(unscheduledActor);
        return null;
      }
      const faults: unknown[] = [];
      runningActs = acts.map(({ backend }, index) => ({
        ...{ backend, name: String(index), isComputing: true, isOver: false, go: null },
      }));
      runningActs.forEach((self, index) => {
        const actor = actorOf(self);
        void actor
          .step()
          .then(() => acts[index]?.act(actor))
          .catch((error: unknown) => faults.push(error))
          .finally(() => {
            self.isComputing = false;
            self.isOver = true;
            wake();
          });
      });
      const happened = await grantSteps(seed, fault);
      runningActs = [];
      if (faults.length > 0) throw faults[0];
      return happened;
    },
  };
}
