import { openTestStore } from '../../backend/db/test-store.fixture';
import type { Store } from '../../backend/db/database';
import { sandboxControl, startTestBackend } from '../../backend/test-backend.fixture';

let store: Store;

beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const refused = /^This store holds sandbox data: use another DATA_DIR or DATABASE_URL.*$/;

test('a store that a sandbox has used is refused without the sandbox', async () => {
  await startTestBackend({ store });
  await expect(startTestBackend({ store, sandbox: null })).rejects.toThrow(refused);
  await startTestBackend({ store });
});

test('a store that was reset is refused too', async () => {
  await sandboxControl(await startTestBackend({ store }), 'reset', {});
  await expect(startTestBackend({ store, sandbox: null })).rejects.toThrow(refused);
});

test('a new store without the sandbox has no sandbox data', async () => {
  await startTestBackend({ store, sandbox: null });
  await startTestBackend({ store, sandbox: null });
  const tables = [
    'sandbox_state',
    'sandbox_messages',
    'sandbox_faults',
    'sandbox_seeded_accounts',
    'sandbox_charges',
    'bills',
    'saved_cards',
  ] as const;
  for (const table of tables) expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
  const partners = await store.db.selectFrom('partners').select('name').execute();
  expect(partners).toEqual([{ name: 'ebill' }]);
  expect(await store.db.selectFrom('partner_keys').selectAll().execute()).toEqual([]);
});
