import { openTestStore } from '../db/test-store.fixture';
import type { Store } from '../db/database';
import { createIdempotencyKeys, type ClaimedKey, type IdempotencyKeys } from './idempotency-keys';

let store: Store;
let keys: IdempotencyKeys;

beforeAll(async () => {
  store = await openTestStore();
  keys = createIdempotencyKeys(store.db);
});
afterAll(() => store.close());

const body = { parsed: 'body', sent: null };
const ofSite = (key: string) => ({ owner: 'site', call: 'call', key }) as const;

async function claim(key: string): Promise<ClaimedKey> {
  const claimed = await keys.claim(ofSite(key), body);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  return claimed.held;
}

/** As if the call had taken longer than a claim lasts. */
async function letLapse(key: string): Promise<ClaimedKey> {
  const until = new Date(Date.now() - 1000);
  await store.db.updateTable('idempotency_keys').set({ claimed_until: until }).where('key', '=', key).execute();
  return { ...ofSite(key), until };
}

test('row 9: a request whose claim has expired does not release a key that another has claimed', async () => {
  await claim('released');
  const first = await letLapse('released');
  const second = await claim('released');
  await keys.release(first);
  expect(await keys.claim(ofSite('released'), body)).toEqual({ kind: 'in-flight' });
  await keys.keep(second, 'the second');
  expect(await keys.claim(ofSite('released'), body)).toEqual({ kind: 'answered', body: 'the second' });
});

test('a request whose claim has expired does not overwrite another’s response', async () => {
  await claim('kept');
  const first = await letLapse('kept');
  const second = await claim('kept');
  await keys.keep(first, 'the first');
  expect(await keys.claim(ofSite('kept'), body)).toEqual({ kind: 'in-flight' });
  await keys.keep(second, 'the second');
  await keys.release(first);
  expect(await keys.claim(ofSite('kept'), body)).toEqual({ kind: 'answered', body: 'the second' });
});

test('a claim lasts longer than any call', async () => {
  const { until } = await claim('long');
  expect(until.getTime() - Date.now()).toBeGreaterThan(4 * 60_000);
});

test('row 9: the same key of another caller is another key', async () => {
  const owners = ['site', 'partner DEMO-SHOP', 'partner DEMO'] as const;
  for (const owner of owners) {
    const claimed = await keys.claim({ ...ofSite('shared'), owner }, { parsed: `the body of ${owner}`, sent: null });
    if (claimed.kind !== 'claimed') throw new Error(`${owner}: ${claimed.kind}`);
    await keys.keep(claimed.held, `the answer to ${owner}`);
  }
  for (const owner of owners) {
    const again = await keys.claim({ ...ofSite('shared'), owner }, { parsed: `the body of ${owner}`, sent: null });
    expect(again).toEqual({ kind: 'answered', body: `the answer to ${owner}` });
  }
});
