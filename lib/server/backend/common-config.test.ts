import { configGet } from '@/lib/contract/common-config';
import { failure, success } from '@/lib/domain/result';
import { callBackend } from './backend-client';
import { loadCommonConfig } from './common-config';

jest.mock('./backend-client', () => ({ callBackend: jest.fn() }));
const call = jest.mocked(callBackend);

const answer = (isApgDown: boolean) =>
  success(configGet.response.parse({ isApgDown, serverTime: '2026-11-21T12:00:00+08:00' }));
const fault = failure({ kind: 'fault', call: 'config.get', reason: 'network' } as const);
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

test('one answer serves many pages for a while', async () => {
  call.mockResolvedValue(answer(false));
  await Promise.all([isDown(), isDown(), isDown()]);
  await pass(1_900);
  await expect(isDown()).resolves.toBe(false);
  expect(call).toHaveBeenCalledTimes(1);
});

test('an older one is renewed beside the page', async () => {
  call.mockResolvedValueOnce(answer(false)).mockResolvedValueOnce(answer(true));
  await isDown();
  await pass(2_100);
  await expect(isDown()).resolves.toBe(false);
  await pass(0);
  await expect(isDown()).resolves.toBe(true);
});

test('no page takes one of five seconds ago from a backend that answers', async () => {
  call.mockResolvedValueOnce(answer(false)).mockResolvedValueOnce(answer(true));
  await isDown();
  await pass(4_900);
  await expect(isDown()).resolves.toBe(true);
});

test('the last one known serves while the backend fails', async () => {
  call.mockResolvedValueOnce(answer(true)).mockResolvedValue(fault);
  await isDown();
  await pass(60_000);
  await expect(isDown()).resolves.toBe(true);
});

test('the last one known serves when the backend hangs, after a short wait', async () => {
  call.mockResolvedValueOnce(answer(true)).mockReturnValue(new Promise(() => undefined));
  await isDown();
  await pass(60_000);
  const waiting = isDown();
  await pass(2_500);
  await expect(waiting).resolves.toBe(true);
});

test('as long as none was ever had, the fault is given, and the backend asked again', async () => {
  call.mockResolvedValueOnce(fault).mockResolvedValueOnce(answer(false));
  await expect(isDown()).resolves.toEqual(fault.error);
  await expect(isDown()).resolves.toEqual(fault.error);
  expect(call).toHaveBeenCalledTimes(1);
  await pass(600);
  await expect(isDown()).resolves.toBe(false);
});

test('a first call under way counts as none had, after a short wait', async () => {
  call.mockReturnValue(new Promise(() => undefined));
  const waiting = isDown();
  await pass(1_500);
  await expect(waiting).resolves.toMatchObject({ kind: 'fault', reason: 'timeout' });
});
