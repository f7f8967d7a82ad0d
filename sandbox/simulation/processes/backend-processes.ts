import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  triggersSteps,
  eventSchema,
  type BackendRequest,
  type ProcessCommand,
  type SimulatedDeployment,
  type Turn,
  type ProcessEvent,
} from './process-messages';

type Done = ProcessEvent & { readonly kind: 'done' };
type IdleState = Pick<ProcessEvent & { readonly kind: 'idle' }, 'waiting' | 'blocked'>;

/** A backend in its own process, as the simulation controls it. */
export interface BackendProcess {
  readonly pid: number;
  /** Replaces the process's backend with a new one. */
  open(deployment: SimulatedDeployment): Promise<void>;
  /** Sends a request. Each of its steps waits for its turn if there is an actor. Never settles when the process is killed meanwhile. */
  request(actor: string | null, request: BackendRequest): Promise<{ readonly status: number; readonly body: string }>;
  /** Runs the jobs that are due; returns the error, if any. Never settles when the process is killed meanwhile. */
  runJobs(actor: string | null): Promise<string | null>;
  setClock(offsetMs: number): void;
  grantTurn(step: number, turn: Turn): void;
  /** Makes it check whether statements that waited for a lock have acquired it. */
  recheckLocks(): void;
  /** The waiting steps; null while anything in the process is running. */
  readIdleState(): IdleState | null;
  /** SIGKILL; settles when the process has ended. */
  kill(): Promise<void>;
}

const initialState: IdleState = { waiting: [], blocked: 0 };

function startProcess(program: string, onChange: () => void): BackendProcess {
  const child: ChildProcess = fork(program, [], {
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const open = new Map<number, (done: Done) => void>();
  let ids = 0;
  let sent = 0;
  let handled = 0;
  let idleState = initialState;
  let isKilled = false;

  child.on('message', (message) => {
    const event = eventSchema.parse(message);
    if (event.kind === 'idle') {
      handled = event.handled;
      idleState = event;
    } else {
      open.get(event.id)?.(event);
      open.delete(event.id);
    }
    onChange();
  });
  // Before the simulation's data folder is removed: a backend that is starting would make it again, for its keys.
  const killWithParent = () => child.kill('SIGKILL');
  process.prependOnceListener('exit', killWithParent);

  child.on('exit', (code, signal) => {
    process.off('exit', killWithParent);
    if (!isKilled) throw new Error(`a backend of the simulation ended by itself: ${signal ?? `code ${code}`}`);
  });

  function send(command: ProcessCommand): void {
    if (isKilled) return;
    if (triggersSteps(command)) sent += 1;
    child.send(command);
  }
  function ask(commandOf: (id: number) => ProcessCommand): Promise<Done> {
    const id = (ids += 1);
    return new Promise((resolve) => {
      open.set(id, resolve);
      send(commandOf(id));
    });
  }

  return {
    pid: child.pid ?? 0,
    async open(deployment) {
      await ask((id) => ({ kind: 'open', id, deployment }));
    },
    request: (actor, request) => ask((id) => ({ kind: 'request', id, actor, request })),
    runJobs: async (actor) => (await ask((id) => ({ kind: 'run-jobs', id, actor }))).fault,
    setClock: (offsetMs) => send({ kind: 'clock', offsetMs }),
    grantTurn: (step, turn) => send({ kind: 'turn', step, turn }),
    recheckLocks: () => send({ kind: 'recheck-locks' }),
    readIdleState: () => (handled === sent ? idleState : null),
    async kill() {
      isKilled = true;
      idleState = initialState;
      handled = sent;
      open.clear();
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The two backends, and a spare process, so that a kill does not cost a start. */
export interface BackendProcesses {
  /** The two backends in use. */
  readonly active: readonly [BackendProcess, BackendProcess];
  at(backend: BackendIndex): BackendProcess;
  /** Puts the spare process in the position of one that was killed. */
  replace(backend: BackendIndex): BackendProcess;
  /** Called when anything has changed in one of them. */
  onChange: () => void;
  close(): Promise<void>;
}

/** Position of a backend: one of two. */
export type BackendIndex = 0 | 1;

/** Starts the processes of a program: the bundle of `backend-process.ts`. */
export function startBackendProcesses(program: string): BackendProcesses {
  const start = () => startProcess(program, () => processes.onChange());
  const current: [BackendProcess, BackendProcess] = [start(), start()];
  let spare = start();
  const processes: BackendProcesses = {
    active: current,
    at: (backend) => current[backend],
    replace(backend) {
      current[backend] = spare;
      spare = start();
      return current[backend];
    },
    onChange: () => {},
    async close() {
      await Promise.all([...current, spare].map((one) => one.kill()));
    },
  };
  return processes;
}
