import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { payByFpx, sandboxControl, setUpTestBackend, testOperatorKey } from '../../backend/test-backend.fixture';
import { createOperatorClient } from '../operator-client';
import { runReconcileCommand } from '../settlement/reconcile-command';
import { examples, payEveryKind, todayOf } from '../settlement/settled-payments.fixture';
import { runCloseCommand } from './close-command';
import { formatCloseAsText } from './close-formats';
import type { DailyClose } from './daily-close';

/* docs/operate.md, "Daily close". */

const folder = mkdtempSync(join(tmpdir(), 'ebill-close-'));
const file = join(folder, 'settled.csv');
const backend = setUpTestBackend();
let address: string;
beforeAll(async () => {
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => rmSync(folder, { recursive: true }));

const operator = () => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
const close = (...parameters: string[]) => runCloseCommand(operator(), parameters);
const closeAsJson = async (...parameters: string[]) =>
  JSON.parse(await close(...parameters, '--format', 'json')) as DailyClose;

/** The example file with every kind of line, reconciled on the day; returns the references that it has, by the example's. */
async function reconcileEveryKind() {
  const references = await payEveryKind(backend, file);
  const profile = join(examples, 'every-kind-profile.json');
  await runReconcileCommand(operator(), [file, '--profile', profile, '--from', todayOf(backend)]);
  return references;
}

test('explains each sen of a day with every kind of line', async () => {
  await reconcileEveryKind();
  const { gateways, totals, accounts, heldMoney, differences, checks, isOver } = await closeAsJson(
    '--date',
    todayOf(backend),
  );
  // RM138.78 each: one payment before the day; on it five credited and one held, of which four are settled, one of them the earlier one,
  // and RM30.00 refunded, which are settled and taken back at the biller.
  const fpx = {
    ...{ currency: 'MYR', opening: 13_878, credited: 69_390, held: 13_878, verifications: 0, refunded: -3_000 },
    ...{ chargedBack: 0, settled: -52_512, closing: 41_634, unsettled: { entries: 3, ageDays: 0 } },
    ...{ applied: 0, posted: 66_390, fees: 550, bank: 51_962 },
  };
  const zero = Object.fromEntries(
    Object.entries(fpx).map(([row, value]) => [row, typeof value === 'number' ? 0 : value]),
  );
  // The monthly fee of RM30.00 names no gateway.
  const monthly = { ...zero, gateway: '', unsettled: { entries: 0, ageDays: null }, fees: 3_000, bank: -3_000 };
  expect(gateways).toEqual([{ ...fpx, gateway: 'fpx' }, monthly]);
  expect(totals).toEqual([{ ...fpx, gateway: null, fees: 3_550, bank: 48_962 }]);
  const balances = accounts.map(({ account, opening, closing }) => [account, opening, closing]);
  expect(Object.fromEntries(balances.map(([account, ...amounts]) => [account, amounts]))).toEqual({
    bank: [0, 48_962],
    'biller-payable': [0, 0],
    'biller-posted': [-13_878, -80_268],
    fees: [0, 3_550],
    'gateway:fpx': [13_878, 41_634],
    'refunds-payable': [0, 0],
    suspense: [0, -13_878],
  });
  expect(heldMoney).toMatchObject([{ amount: 13_878, currency: 'MYR', ageDays: 0 }]);
  expect(differences).toHaveLength(10);
  expect(checks.flatMap(({ errors }) => errors)).toEqual([]);
  expect(isOver).toBe(false);
});

test('is as in docs/operate.md', async () => {
  const references = await reconcileEveryKind();
  const day = todayOf(backend);
  await sandboxControl(backend, 'clock', { advance: 'P1D' });
  const close = await closeAsJson();
  let text = JSON.stringify(close).replaceAll(day, '2026-11-30');
  for (const [example, reference] of references) text = text.replaceAll(reference, example);
  const { heldMoney, differences, ...rest } = JSON.parse(text) as DailyClose;
  const shown = formatCloseAsText({
    ...rest,
    heldMoney: heldMoney.map((money) => ({ ...money, refid: '8Zk0w3vXQh6o1yTnRcGmLA' })),
    differences: differences.map((difference, index) => ({ ...difference, id: 31 + index })),
  });
  const documented = readFileSync(join(__dirname, '../../docs/operate.md'), 'utf8');
  expect(documented).toContain(`\`\`\`text\n${shown}\n\`\`\``);
});

test('of a day before does not change, and the next day opens with what it closed with', async () => {
  const day = todayOf(backend);
  await payByFpx(backend);
  await backend.jobs.runDue();
  const first = await closeAsJson('--date', day);
  await sandboxControl(backend, 'clock', { advance: 'P1D' });
  await payByFpx(backend);
  // By default the last day that is over.
  const later = await closeAsJson();
  expect(later).toMatchObject({
    date: day,
    isOver: true,
    gateways: [{ opening: 0, credited: 13_878, closing: 13_878 }],
  });
  expect({ ...later, isOver: false }).toEqual(first);
  const next = await closeAsJson('--date', todayOf(backend));
  expect(next.gateways).toMatchObject([{ opening: 13_878, credited: 13_878, closing: 27_756 }]);
});

test('of a day without any payment is zero, and right', async () => {
  const { gateways, accounts, checks } = await closeAsJson('--date', '2020-02-29');
  expect({ gateways, accounts }).toEqual({ gateways: [], accounts: [] });
  expect(checks.every(({ errors }) => errors.length === 0)).toBe(true);
});

test('as CSV has a line for each figure, in ringgit', async () => {
  await payByFpx(backend);
  const day = todayOf(backend);
  const lines = (await close('--date', day, '--format', 'csv')).split('\r\n');
  expect(lines[0]).toBe('date,section,name,currency,row,entries,amount,age_days');
  for (const line of [
    `${day},gateway,fpx,MYR,credited,,138.78,`,
    `${day},gateway,total,MYR,closing balance,,138.78,`,
    `${day},gateway,fpx,MYR,not settled,1,,0`,
    `${day},account,gateway:fpx,MYR,credited,1,138.78,`,
    `${day},account,biller-payable,MYR,credited,1,-138.78,`,
    `${day},check,the accounts sum to zero,,right,,,`,
  ])
    expect(lines).toContain(line);
});

/** Writes an entry past the journal's own writer. */
const plant = (kind: string, lines: readonly (readonly [string, number])[]) =>
  sql`with entry as (
      insert into journal_entries (kind, source, currency, at)
      values (${kind}, 'planted', 'MYR', ${backend.clock.now()}) returning id)
    insert into journal_lines (entry_id, account, amount)
    select id, account, amount from entry cross join (values ${sql.join(
      lines.map(([account, amount]) => sql`(${account}::text, ${amount}::bigint)`),
    )}) line (account, amount)`.execute(backend.store.db);

describe('fails, and shows what is wrong:', () => {
  test.each<[string, string, [string, number][], string]>([
    [
      'a movement of an unknown kind',
      'gift',
      [
        ['gateway:fpx', 500],
        ['bank', -500],
      ],
      'gateway:fpx MYR: 500 sen of gift are not explained',
    ],
    [
      'a movement on the wrong account',
      'payment-credited',
      [
        ['gateway:fpx', 500],
        ['fees', -500],
      ],
      'fees MYR: -500 sen of payment-credited are not explained',
    ],
    [
      'accounts that do not sum to zero',
      'payment-credited',
      [
        ['gateway:fpx', 500],
        ['biller-payable', -400],
      ],
      'the accounts sum to 100 sen MYR',
    ],
    [
      'a settlement without a file',
      'settlement',
      [
        ['bank', 500],
        ['gateway:fpx', -500],
      ],
      'gateway:fpx MYR: 0 sen are not settled, and the balance is -500',
    ],
    [
      'a payment that no credit calls for',
      'payment-credited',
      [
        ['gateway:fpx', 500],
        ['biller-payable', -500],
      ],
      'nothing calls for the line gateway:fpx 500',
    ],
  ])('%s', async (_name, kind, lines, message) => {
    await plant(kind, lines);
    await expect(close('--date', todayOf(backend))).rejects.toThrow(message);
  });
});

test.each([
  [['--date', 'yesterday'], 'date'],
  [['--date', '2026-02-30'], 'date'],
  [['--format', 'xml'], 'npm run ops -- close'],
  [['--day', '2026-11-30'], 'npm run ops -- close'],
])('%j is explained', async (parameters, message) => {
  await expect(close(...parameters)).rejects.toThrow(message);
});
