import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { payByFpx, sandboxControl, setUpTestBackend, testOperatorKey } from '../../backend/test-backend.fixture';
import { createOperatorClient } from '../operator-client';
import { runLedgerCommand } from './ledger-command';

/* docs/operate.md, "Ledger". */

const folder = mkdtempSync(join(tmpdir(), 'ebill-ledger-'));
const backend = setUpTestBackend();
let address: string;
beforeAll(async () => {
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${(files += 1)}.csv`);
const ledger = (...parameters: string[]) =>
  runLedgerCommand(createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey }), parameters);
const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\r\n');

/** A day in Malaysia, by the backend's clock. */
const today = () => new Date(backend.clock.now().getTime() + 8 * 60 * 60_000).toISOString().slice(0, 10);

test('the check says that the journal agrees, or fails with what does not', async () => {
  await payByFpx(backend);
  expect(await ledger('check')).toContain('The journal balances');
  await sql`update credits set amount = 13879`.execute(backend.store.db);
  await expect(ledger('check')).rejects.toThrow('has no line gateway:fpx 13879 for payment-credited');
});

test('the trial balance has each account, and its balances sum to zero', async () => {
  const file = newPath();
  await payByFpx(backend);
  await backend.jobs.runDue();
  expect(await ledger('trial-balance', file)).toEqual({ accounts: 3, sum: { MYR: '0.00' } });
  expect(linesOf(file)).toEqual([
    'account,currency,debits,credits,balance',
    'biller-payable,MYR,138.78,138.78,0.00',
    'biller-posted,MYR,0.00,138.78,-138.78',
    'gateway:fpx,MYR,138.78,0.00,138.78',
  ]);
  await expect(ledger('trial-balance', file)).rejects.toThrow('already');
  // Payments are for their owner's eyes.
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a trial balance of a day has no later entry', async () => {
  const day = today();
  await payByFpx(backend);
  await sandboxControl(backend, 'clock', { advance: 'P1D' });
  await payByFpx(backend);
  const file = newPath();
  await ledger('trial-balance', file, '--to', day);
  expect(linesOf(file)).toContain('gateway:fpx,MYR,138.78,0.00,138.78');
});

test('a statement has the entries of an account on its days, with the balance after each', async () => {
  const refids = [await payByFpx(backend)];
  await sandboxControl(backend, 'clock', { advance: 'P1D' });
  const day = today();
  refids.push(await payByFpx(backend), await payByFpx(backend));
  await sandboxControl(backend, 'clock', { advance: 'P1D' });
  await payByFpx(backend);
  const file = newPath();
  expect(await ledger('statement', 'gateway:fpx', file, '--from', day, '--to', day)).toEqual({
    ...{ entries: 2, opening: { MYR: '138.78' }, closing: { MYR: '416.34' } },
  });
  const [header, ...lines] = linesOf(file);
  expect(header).toBe('at,kind,source,refid,currency,amount,balance');
  expect(lines).toEqual([
    expect.stringMatching(`^${day}T[\\d:]{8}\\+08:00,payment-credited,fpx \\S+,${refids[1]},MYR,138.78,277.56$`),
    expect.stringMatching(`^${day}T[\\d:]{8}\\+08:00,payment-credited,fpx \\S+,${refids[2]},MYR,138.78,416.34$`),
  ]);
});

test('a statement has the lines of all of its pages', async () => {
  await sql`
    with entry as (
      insert into journal_entries (kind, source, currency, at)
      select 'payment-credited', 'fpx ' || number, 'MYR', '2026-01-05T00:00:00Z' from generate_series(1, 2100) number returning id)
    insert into journal_lines (entry_id, account, amount)
    select id, account, amount from entry cross join (values ('gateway:many', 1), ('biller-payable', -1)) line (account, amount)`.execute(
    backend.store.db,
  );
  const file = newPath();
  expect(await ledger('statement', 'gateway:many', file, '--from', '2026-01-05')).toEqual({
    ...{ entries: 2_100, opening: {}, closing: { MYR: '21.00' } },
  });
  expect(linesOf(file)).toHaveLength(2_101);
});

test.each([
  [['statement', 'gateway:fpx', 'file.csv'], 'npm run ops -- ledger'],
  [['statement', 'gateway:fpx', 'file.csv', '--from', '2026-11-30', '--to', '2026-11-01'], 'comes after'],
  [['statement', 'gateway:fpx', 'file.csv', '--from', 'yesterday'], 'is not a date'],
  [['balance'], 'npm run ops -- ledger'],
])('%j is explained', async (parameters, message) => {
  await expect(ledger(...parameters)).rejects.toThrow(message);
});
