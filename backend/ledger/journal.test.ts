import { sql } from 'kysely';
import { inTransaction } from '../db/database';
import { openTestStore } from '../db/test-store.fixture';
import type { Store } from '../db/database';
import { readTrialBalance } from './balances';
import { writeJournal, type JournalEntry } from './journal';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const at = new Date('2026-11-23T02:00:00Z');
let sources = 0;
function entryOf(lines: JournalEntry['lines'], source = `acquirer test-${(sources += 1)}`): JournalEntry {
  return { kind: 'payment-credited', source, refid: null, at, lines };
}
const write = (...entries: JournalEntry[]) => inTransaction(store.db, (trx) => writeJournal(trx, entries));
const linesOf = async (source: string) => {
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, amount from journal_lines join journal_entries on id = entry_id 
      where kind in ('payment-credited', 'payment-held') and source = ${source} order by account`.execute(store.db);
  return rows;
};

// design.md, section 8: the sum of each entry is zero, and one writer inserts entry and lines.
test('an entry is written with all of its lines', async () => {
  const settlement = entryOf([
    { account: 'bank', amount: 13_678 },
    { account: 'fees', amount: 200 },
    { account: 'gateway:fpx', amount: -13_878 },
  ]);
  await write(settlement);
  expect(await linesOf(settlement.source)).toEqual([
    { account: 'bank', amount: 13_678 },
    { account: 'fees', amount: 200 },
    { account: 'gateway:fpx', amount: -13_878 },
  ]);
});

test('several entries are written at once, each with its own lines', async () => {
  const one = entryOf([
    { account: 'suspense', amount: -500 },
    { account: 'gateway:fpx', amount: 500 },
  ]);
  const other = entryOf([
    { account: 'suspense', amount: -700 },
    { account: 'gateway:eghl', amount: 700 },
  ]);
  await write(one, other);
  expect(await linesOf(one.source)).toEqual([
    { account: 'gateway:fpx', amount: 500 },
    { account: 'suspense', amount: -500 },
  ]);
  expect(await linesOf(other.source)).toEqual([
    { account: 'gateway:eghl', amount: 700 },
    { account: 'suspense', amount: -700 },
  ]);
});

test('an entry of no money is not written', async () => {
  const nothing = entryOf([]);
  await write(nothing);
  expect(await linesOf(nothing.source)).toEqual([]);
});

test.each([
  ['does not sum to zero', [{ account: 'suspense', amount: -500 } as const, { account: 'bank', amount: 499 } as const]],
  ['has one line', [{ account: 'suspense', amount: -500 } as const]],
  ['has a line of no money', [{ account: 'suspense', amount: 0 } as const, { account: 'bank', amount: 0 } as const]],
])('an entry that %s is refused, with what was to be written beside it', async (_name, lines) => {
  const good = entryOf([
    { account: 'suspense', amount: -1 },
    { account: 'bank', amount: 1 },
  ]);
  const bad = entryOf(lines);
  await expect(write(good, bad)).rejects.toThrow('is not balanced');
  expect(await linesOf(good.source)).toEqual([]);
  expect(await linesOf(bad.source)).toEqual([]);
});

test('the same fact has one entry: the second fails, and its SQL transaction with it', async () => {
  const entry = entryOf([
    { account: 'suspense', amount: -500 },
    { account: 'bank', amount: 500 },
  ]);
  await write(entry);
  await expect(write(entry)).rejects.toThrow(/unique/);
  expect(await linesOf(entry.source)).toHaveLength(2);
  await write({ ...entry, kind: 'payment-held' });
  expect(await linesOf(entry.source)).toHaveLength(4);
});

test.each([
  'update journal_lines set amount = amount + 1',
  'delete from journal_lines',
  'truncate journal_lines',
  "update journal_entries set kind = 'payment-held'",
  'delete from journal_entries',
])('the journal is append-only: %s is refused', async (statement) => {
  await expect(sql.raw(statement).execute(store.db)).rejects.toThrow('the journal is append-only');
});

test('the trial balance sums each account until a time, and all balances to zero', async () => {
  const day = new Date('2027-01-01T00:00:00Z');
  const before = await readTrialBalance(store.db, day);
  expect(before.reduce((sum, { balance }) => sum + balance, 0)).toBe(0);
  await write({
    ...entryOf([
      { account: 'gateway:fpx', amount: 13_878 },
      { account: 'partner:shop', amount: -13_878 },
    ]),
    at: day,
  });
  expect(await readTrialBalance(store.db, day)).toEqual(before);
  const after = await readTrialBalance(store.db, new Date(day.getTime() + 1));
  expect(after.find(({ account }) => account === 'partner:shop')).toEqual({
    ...{ account: 'partner:shop', currency: 'MYR', debits: 0, credits: 13_878, balance: -13_878 },
  });
});
