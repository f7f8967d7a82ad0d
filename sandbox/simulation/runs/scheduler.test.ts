import { setTimeout as pause } from 'node:timers/promises';
import type { BackendProcess, BackendProcesses } from '../processes/backend-processes';
import { createScheduler } from './scheduler';

/** A process in which a step starts to wait after the process has reported that none does. */
function createLateProcess() {
  let waiting: { step: number; actor: string; isStatement: boolean }[] = [];
  let take = () => {};
  const taken = new Promise<void>((resolve) => (take = resolve));
  const process: BackendProcess = {
    pid: 0,
    open: async () => {},
    request: async () => ({ status: 200, body: '' }),
    runJobs: async () => null,
    setClock: () => {},
    grantTurn: take,
    recheckLocks: () => void (waiting = [{ step: 1, actor: '0', isStatement: true }]),
    readIdleState: () => ({ waiting, blocked: 0 }),
    kill: async () => {},
  };
  return { process, taken };
}

test('checks again when no step waits: one may have started to wait after the last report', async () => {
  const { process, taken } = createLateProcess();
  const { process: other } = createLateProcess();
  const processes: BackendProcesses = {
    active: [process, { ...other, recheckLocks: () => {} }],
    at: (backend) => processes.active[backend],
    replace: (backend) => processes.active[backend],
    onChange: () => {},
    close: async () => {},
  };
  const scheduler = createScheduler(processes, async () => {});
  const acts = ([0, 1] as const).map((backend) => ({
    backend,
    act: (actor: { inBackend<Value>(work: Promise<Value>): Promise<Value> }) =>
      backend === 0 ? actor.inBackend(taken) : Promise.resolve(),
  }));
  const played = scheduler.runConcurrently(acts, { seed: 1, fault: null }).then(() => 'over');
  expect(await Promise.race([played, pause(2_000, 'stands still')])).toBe('over');
});
