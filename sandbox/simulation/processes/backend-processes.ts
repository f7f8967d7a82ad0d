import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  letsStepsHappen,
  wordSchema,
  type BackendRequest,
  type Order,
  type SimulatedDeployment,
  type Turn,
  type Word,
} from './process-messages';

type Done = Word & { readonly kind: 'done' };
type Rest = Pick<Word & { readonly kind: 'rest' }, 'waiting' | 'blocked'>;

/** A backend in a process of its own, as the simulation holds it. */
export interface BackendProcess {
  readonly pid: number;
  /** Puts a fresh backend in the place of the one before. */
  open(deployment: SimulatedDeployment): Promise<void>;
  /** Asks it something. Each step waits for its turn where there is an actor. Never settles when it is killed meanwhile. */
  request(actor: string | null, request: BackendRequest): Promise<{ readonly status: number; readonly body: string }>;
  /** Does the timed work that is due; gives what went wrong. Never settles when it is killed meanwhile. */
  work(actor: string | null): Promise<string | null>;
  setClock(offsetMs: number): void;
  giveTurn(step: number, turn: Turn): void;
  /** Makes it look whether those who waited for a lock have it. */
  look(): void;
  /** What waits in it; null while anything in it goes on. */
  readRest(): Rest | null;
  /** SIGKILL; settles when it is gone. */
  kill(): Promise<void>;
}

const atRest: Rest = { waiting: [], blocked: 0 };

function startProcess(program: string, onChange: () => void): BackendProcess {
  const child: ChildProcess = fork(program, [], {
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const open = new Map<number, (done: Done) => void>();
  let ids = 0;
  let sent = 0;
  let heard = 0;
  let rest = atRest;
  let isKilled = false;

  child.on('message', (message) => {
    const word = wordSchema.parse(message);
    if (word.kind === 'rest') {
      heard = word.heard;
      rest = word;
    } else {
      open.get(word.id)?.(word);
      open.delete(word.id);
    }
    onChange();
  });
  child.on('exit', (code, signal) => {
    if (!isKilled) throw new Error(`a backend of the simulation ended by itself: ${signal ?? `code ${code}`}`);
  });

  function tell(order: Order): void {
    if (isKilled) return;
    if (letsStepsHappen(order)) sent += 1;
    child.send(order);
  }
  function ask(orderOf: (id: number) => Order): Promise<Done> {
    const id = (ids += 1);
    return new Promise((resolve) => {
      open.set(id, resolve);
      tell(orderOf(id));
    });
  }

  return {
    pid: child.pid ?? 0,
    async open(deployment) {
      await ask((id) => ({ kind: 'open', id, deployment }));
    },
    request: (actor, request) => ask((id) => ({ kind: 'request', id, actor, request })),
    work: async (actor) => (await ask((id) => ({ kind: 'work', id, actor }))).fault,
    setClock: (offsetMs) => tell({ kind: 'clock', offsetMs }),
    giveTurn: (step, turn) => tell({ kind: 'turn', step, turn }),
    look: () => tell({ kind: 'look' }),
    readRest: () => (heard === sent ? rest : null),
    async kill() {
      isKilled = true;
      rest = atRest;
      heard = sent;
      open.clear();
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The two backends, and one more in waiting, so that a kill costs no start. */
export interface BackendProcesses {
  /** The backends in their places. */
  readonly inPlace: readonly [BackendProcess, BackendProcess];
  at(place: Place): BackendProcess;
  /** Puts the one in waiting in a place whose process was killed. */
  replace(place: Place): BackendProcess;
  /** Called when anything has changed in one of them. */
  onChange: () => void;
  close(): Promise<void>;
}

/** Which of the two backends. */
export type Place = 0 | 1;

/** Starts the processes of a program: the bundle of `backend-process.ts`. */
export function startBackendProcesses(program: string): BackendProcesses {
  const start = () => startProcess(program, () => processes.onChange());
  const places: [BackendProcess, BackendProcess] = [start(), start()];
  let spare = start();
  const processes: BackendProcesses = {
    inPlace: places,
    at: (place) => places[place],
    replace(place) {
      places[place] = spare;
      spare = start();
      return places[place];
    },
    onChange: () => {},
    async close() {
      await Promise.all([...places, spare].map((one) => one.kill()));
    },
  };
  return processes;
}
