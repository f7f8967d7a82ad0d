import { transactionCreate } from '@/lib/contract/bill';
import { callBackend } from './backend-client';
import { callWithInFlightRetry } from './call-with-in-flight-retry';

jest.mock('./backend-client', () => ({ callBackend: jest.fn() }));

const called = jest.mocked(callBackend);
const request = { accountNumber: '1234567801', payOption: 'current', amount: 13878 } as const;
const failed = (code: string) => ({
  ok: false as const,
  error: { kind: 'problem' as const, call: 'x', code, status: 409, parameters: {}, retryAfter: null },
});
const created = { ok: true as const, value: { transactionRefId: 'abc' } };

beforeEach(() => {
  jest.useFakeTimers();
  called.mockReset();
});
afterEach(() => {
  jest.useRealTimers();
});

async function createTransaction() {
  const result = callWithInFlightRetry(transactionCreate, request, { idempotencyKey: 'k-1' });
  await jest.runAllTimersAsync();
  return result;
}

test('repeats the call under the same key while the first one is in flight', async () => {
  called.mockResolvedValueOnce(failed('request-in-flight')).mockResolvedValueOnce(created);
  await expect(createTransaction()).resolves.toEqual(created);
  expect(called.mock.calls.map(([, , options]) => options)).toEqual([
    { idempotencyKey: 'k-1' },
    { idempotencyKey: 'k-1' },
  ]);
});

test('returns any other problem at once', async () => {
  called.mockResolvedValueOnce(failed('rate-limited'));
  await expect(createTransaction()).resolves.toEqual(failed('rate-limited'));
  expect(called).toHaveBeenCalledTimes(1);
});

test('gives up after 20 calls, 400 ms apart', async () => {
  called.mockResolvedValue(failed('request-in-flight'));
  const startedAt = Date.now();
  await expect(createTransaction()).resolves.toEqual(failed('request-in-flight'));
  expect(called).toHaveBeenCalledTimes(20);
  expect(Date.now() - startedAt).toBe(19 * 400);
});
