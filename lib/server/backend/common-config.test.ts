import { configGet } from '@/lib/contract/common-config';
import { failure, success } from '@/lib/domain/result';
import { callBackend } from './backend-client';
import { loadCommonConfig } from './common-config';

jest.mock('./backend-client', () => ({ callBackend: jest.fn() }));
const call = jest.mocked(callBackend);

const answer = (isApgDown: boolean) =>
  success(configGet.response.parse({ isApgDown, serverTime: '2026-11-21T12:00:00+08:00' }));
const fault = failure({ kind: 'fault', call: 'config.get', reason: 'network', message: 'Network Error' } as const);
const isDown = async () => {
  const config = await loadCommonConfig();
  return config.ok ? config.value.isUnderMaintenance : config.error;
};
const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  jest.useFakeTimers();
  call.mockReset();
  globalThis.ebillProcess = undefined;
});
afterEach(() => jest.useRealTimers());

test('serves many pages from one response', async () => {
  call.mockResolvedValue(answer(false));
  await Promise.all([isDown(), isDown(), isDown()]);
  await pass(1_900);
  await expect(isDown()).resolves.toBe(false);
  expect(call).toHaveBeenCalledTimes(1);
});

test('refreshes a stale config in the background', async () => {
  call.mockResolvedValueOnce(answer(false)).mockResolvedValueOnce(answer(true));
  await isDown();
  await pass(2_100);
  await expect(isDown()).resolves.toBe(false);
  await pass(0);
  await expect(isDown()).resolves.toBe(true);
});

test('never serves a config five seconds old while the backend responds', async () => {
  call.mockResolvedValueOnce(answer(false)).mockResolvedValueOnce(answer(true));
  await isDown();
  await pass(4_900);
  await expect(isDown()).resolves.toBe(true);
});

test('serves the last known config while the backend fails', async () => {
  call.mockResolvedValueOnce(answer(true)).mockResolvedValue(fault);
  await isDown();
  await pass(60_000);
  await expect(isDown()).resolves.toBe(true);
});

test('serves the last known config after a short wait when the backend hangs', async () => {
  call.mockResolvedValueOnce(answer(true)).mockReturnValue(new Promise(() => undefined));
  await isDown();
  await pass(60_000);
  const waiting = isDown();
  await pass(2_500);
  await expect(waiting).resolves.toBe(true);
});

test('returns the error while no config has ever been loaded, and calls the backend again', async () => {
  call.mockResolvedValueOnce(fault).mockResolvedValueOnce(answer(false));
  await expect(isDown()).resolves.toEqual(fault.error);
  await expect(isDown()).resolves.toEqual(fault.error);
  expect(call).toHaveBeenCalledTimes(1);
  await pass(600);
  await expect(isDown()).resolves.toBe(false);
});

test('returns a timeout error when the first call hangs', async () => {
  call.mockReturnValue(new Promise(() => undefined));
  const waiting = isDown();
  await pass(1_500);
  await expect(waiting).resolves.toMatchObject({ kind: 'fault', reason: 'timeout' });
});
