import { setTimeout as pause } from 'node:timers/promises';
import type { BackendProcess, BackendProcesses } from '../processes/backend-processes';
import { createScheduler } from './scheduler';

/** A process in which a step comes to wait after it has said that nothing does. */
function createLateProcess() {
  let waiting: { step: number; actor: string; isStatement: boolean }[] = [];
  let take = () => {};
  const taken = new Promise<void>((resolve) => (take = resolve));
  const process: BackendProcess = {
    pid: 0,
    open: async () => {},
    request: async () => ({ status: 200, body: '' }),
    work: async () => null,
    setClock: () => {},
    giveTurn: take,
    look: () => void (waiting = [{ step: 1, actor: '0', isStatement: true }]),
    readRest: () => ({ waiting, blocked: 0 }),
    kill: async () => {},
  };
  return { process, taken };
}

test('where nothing is seen to wait, it is looked again: a step may have come after the last look', async () => {
  const { process, taken } = createLateProcess();
  const { process: other } = createLateProcess();
  const processes: BackendProcesses = {
    inPlace: [process, { ...other, look: () => {} }],
    at: (place) => processes.inPlace[place],
    replace: (place) => processes.inPlace[place],
    onChange: () => {},
    close: async () => {},
  };
  const scheduler = createScheduler(processes, async () => {});
  const acts = ([0, 1] as const).map((place) => ({
    place,
    act: (actor: { inBackend<Value>(work: Promise<Value>): Promise<Value> }) =>
      place === 0 ? actor.inBackend(taken) : Promise.resolve(),
  }));
  const played = scheduler.runAtOnce(acts, { seed: 1, fault: null }).then(() => 'over');
  expect(await Promise.race([played, pause(2_000, 'stands still')])).toBe('over');
});
