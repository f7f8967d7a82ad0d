import { AsyncLocalStorage } from 'node:async_hooks';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { readBudgets } from '@/lib/domain/abuse-budgets.fixture';
import { consumeRateLimits, limits } from './rate-limits';

beforeEach(() => {
  globalThis.ebillProcess = undefined;
});

const lookUp = (address: string, account: string) =>
  consumeRateLimits([
    { limit: 'lookupsByAddress', key: address },
    { limit: 'lookupsByNetwork', key: toNetworkPrefix(address) },
    { limit: 'lookupsByAccount', key: account },
  ]);

/** Uses a limit `times` times, up to 1,000 at once: more would need gigabytes. */
async function countAllowed(times: number, use: (index: number) => ReturnType<typeof lookUp>): Promise<number> {
  let allowed = 0;
  for (let start = 0; start < times; start += 1_000) {
    const length = Math.min(1_000, times - start);
    const counted = await Promise.all(Array.from({ length }, (_, index) => use(start + index)));
    allowed += counted.filter(({ ok }) => ok).length;
  }
  return allowed;
}

test('20 look-ups from one address, then seconds to wait', async () => {
  await expect(countAllowed(50, (index) => lookUp('10.0.0.1', `account ${index}`))).resolves.toBe(20);
  const refused = await lookUp('10.0.0.1', 'another');
  expect(refused.ok).toBe(false);
  if (!refused.ok) expect(refused.error.retryAfter).toBeGreaterThan(590);
});

test('100 from one network', async () => {
  await expect(countAllowed(150, (index) => lookUp(`10.0.0.${index}`, `account ${index}`))).resolves.toBe(100);
});

test('10 for one account', async () => {
  await expect(countAllowed(30, (index) => lookUp(`10.${index}.0.1`, '1234567801'))).resolves.toBe(10);
});

test('a count that lasts for minutes retains nothing of the request that started it', async () => {
  const requests = new AsyncLocalStorage<string>();
  const setBy: (string | undefined)[] = [];
  const { setTimeout: set } = globalThis;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((...timer) => {
    setBy.push(requests.getStore());
    return set(...timer);
  });
  await requests.run('a request', () => lookUp('10.0.0.1', '1234567801'));
  expect(setBy).toEqual([undefined, undefined, undefined]);
});

test('abuse budget: 30,000 look-ups in all, 120,000 with proofs of work', async () => {
  const lookupsInAll = (hasProof: boolean) =>
    consumeRateLimits(
      [
        { limit: 'lookups', key: 'all' },
        { limit: 'lookupsHardLimit', key: 'all' },
      ],
      async () => hasProof,
    );
  await expect(countAllowed(30_100, () => lookupsInAll(false))).resolves.toBe(30_000);
  expect(await lookupsInAll(false)).toMatchObject({ ok: false, error: { kind: 'proof-of-work' } });
  await expect(countAllowed(90_200, () => lookupsInAll(true))).resolves.toBe(90_000);
  expect(await lookupsInAll(true)).toMatchObject({ ok: false, error: { kind: 'wait' } });
}, 60_000);

test('abuse budget: 100 look-ups from a network, 1,000 with proofs of work', async () => {
  const lookupsInNetwork = (hasProof: boolean) =>
    consumeRateLimits(
      [
        { limit: 'lookupsByNetwork', key: '203.0.113' },
        { limit: 'lookupsByNetworkHardLimit', key: '203.0.113' },
      ],
      async () => hasProof,
    );
  await expect(countAllowed(200, () => lookupsInNetwork(false))).resolves.toBe(100);
  expect(await lookupsInNetwork(false)).toMatchObject({ ok: false, error: { kind: 'proof-of-work' } });
  await expect(countAllowed(1_000, () => lookupsInNetwork(true))).resolves.toBe(900);
  expect(await lookupsInNetwork(true)).toMatchObject({ ok: false, error: { kind: 'wait' } });
});

test.each([
  [60, 2_000, 'transactionsByAddress', 'postsByAddressHardLimit'],
  [300, 3_000, 'transactionsByNetwork', 'transactionsByNetworkHardLimit'],
  [200, 2_000, 'paymentsByAddress', 'postsByAddressHardLimit'],
  [1_000, 5_000, 'paymentsByNetwork', 'paymentsByNetworkHardLimit'],
  [100, 500, 'textsByNetwork', 'textsByNetworkHardLimit'],
  [30, 300, 'remindersByNetwork', 'remindersByNetworkHardLimit'],
  [3_000, 12_000, 'texts', 'textsHardLimit'],
] as const)('abuse budget: %d posts, %d with proofs of work (%s, %s)', async (few, many, limit, hardLimit) => {
  const postForm = (hasProof: boolean) =>
    consumeRateLimits(
      [
        { limit, key: 'a' },
        { limit: hardLimit, key: 'a' },
      ],
      async () => hasProof,
    );
  await expect(countAllowed(few + 10, () => postForm(false))).resolves.toBe(few);
  await expect(countAllowed(many, () => postForm(true))).resolves.toBe(many - few);
  expect(await postForm(true)).toMatchObject({ ok: false, error: { kind: 'wait' } });
});

test('docs/security.md states these limits and no others', () => {
  const minutes = (seconds: number) => `${seconds / 60} min`;
  const expected = Object.entries(limits).map(([name, { points, duration }]) => [
    name,
    `${points.toLocaleString('en')} in ${minutes(duration)}`,
  ]);
  const stated = new Map(readBudgets().map(({ name, figure }) => [name, figure]));
  expect(expected.filter(([name, figure]) => stated.get(name ?? '') !== figure)).toEqual([]);
});
