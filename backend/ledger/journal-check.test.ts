import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import { inTransaction } from '../db/database';
import {
  createPayment,
  payByFpx,
  postReturn,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';
import { readTrialBalance } from './balances';
import { findJournalErrors } from './journal-check';
import { addMissingEntries } from './missing-entries';

const backend = setUpTestBackend();

const errors = () => findJournalErrors(backend.store.db);
async function balances(): Promise<Readonly<Record<string, number>>> {
  const rows = await readTrialBalance(backend.store.db, new Date('9999-12-31T00:00:00Z'));
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

/** Deletes from the journal, which nothing but the sandbox's reset can do. */
async function deleteFromJournal(...statements: readonly string[]): Promise<void> {
  await inTransaction(backend.store.db, async (trx) => {
    await sql`set local ebill.is_sandbox_reset = 'on'`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}
const emptyJournal = () => deleteFromJournal('delete from journal_lines', 'delete from journal_entries');

/** A payment that arrives after its payer has cancelled it: held for review. */
async function payAfterCancelling(): Promise<void> {
  const { refid, number } = await redirectToBank(backend);
  await succeed(backend, calls['payment.cancel'], { refid });
  backend.fpx.setStatus(number, 'successful');
  await postReturn(backend, backend.fpx.sign(number, 'successful'));
  expect(await statusOf(backend, refid)).toBe('review');
}

test('a payment in flight has no entry', async () => {
  const { refid } = await redirectToBank(backend);
  expect(await statusOf(backend, refid)).toBe('pending');
  expect(await balances()).toEqual({});
  expect(await errors()).toEqual([]);
});

test('a bill payment is owed to the biller until the biller has accepted it', async () => {
  await sandboxControl(backend, 'biller', { mode: 'pending' });
  await payByFpx(backend);
  await backend.jobs.runDue();
  expect(await balances()).toEqual({ 'gateway:fpx': 13_878, 'biller-payable': -13_878 });
  expect(await errors()).toEqual([]);
  await sandboxControl(backend, 'clock', { advance: 'PT3H' });
  expect(await balances()).toEqual({ 'gateway:fpx': 13_878, 'biller-payable': 0, 'biller-posted': -13_878 });
  expect(await errors()).toEqual([]);
});

test('an order that pays no bill is owed to its partner', async () => {
  const { url } = await sandboxControl(backend, 'orders', {
    partnerKey: 'EBILL',
    items: [{ name: 'Decoder', amount: 13_878 }],
  });
  const paymentId = new URL(url).searchParams.get('paymentId') ?? '';
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
  const { number } = await redirectToBank(backend, refid);
  backend.fpx.setStatus(number, 'successful');
  expect(await statusOf(backend, refid)).toBe('successful');
  expect(await balances()).toEqual({ 'gateway:fpx': 13_878, 'partner:EBILL': -13_878 });
});

test('money that is held for review is in suspense', async () => {
  await payAfterCancelling();
  expect(await balances()).toEqual({ 'gateway:fpx': 13_878, suspense: -13_878 });
  expect(await errors()).toEqual([]);
});

describe('the check', () => {
  test('finds an entry that lost a line', async () => {
    await payByFpx(backend);
    await deleteFromJournal(`delete from journal_lines where account = 'biller-payable' and amount < 0`);
    expect(await errors()).toEqual([
      expect.stringMatching(/^the entry payment-credited of fpx \S+ sums to 13878 sen in 1 lines$/),
      expect.stringMatching(/^the journal has no line biller-payable -13878 for payment-credited of fpx \S+$/),
    ]);
  });

  test('finds an entry that nothing calls for, and a payment without one', async () => {
    const refid = await payByFpx(backend);
    await backend.store.db
      .updateTable('credits')
      .set({ gateway_reference: 'other' })
      .where('order_refid', '=', refid)
      .execute();
    expect(await errors()).toEqual(
      [
        'nothing calls for the line biller-payable -13878 of payment-credited of fpx',
        'nothing calls for the line gateway:fpx 13878 of payment-credited of fpx',
        'the journal has no line biller-payable -13878 for payment-credited of fpx other',
        'the journal has no line gateway:fpx 13878 for payment-credited of fpx other',
      ].map((text) => expect.stringContaining(text)),
    );
  });
});

// Issue: each old credit at its own time, review money to suspense, in-flight money nothing; totals before and after agree.
describe('a store of a release without journal', () => {
  test('gets the entries of all that it has recorded, at their own times', async () => {
    await payByFpx(backend);
    await backend.jobs.runDue();
    await sandboxControl(backend, 'clock', { advance: 'P40D' });
    await payAfterCancelling();
    await redirectToBank(backend, await createPayment(backend));
    const written = await backend.store.db
      .selectFrom('journal_entries')
      .select(['kind', 'source', 'at'])
      .orderBy('id')
      .execute();
    expect(written.map(({ kind }) => kind)).toEqual(['payment-credited', 'posting-accepted', 'payment-held']);
    const totals = await balances();
    await emptyJournal();
    expect(await balances()).toEqual({});
    const { rows: credited } = await sql<{ sum: number }>`select sum(amount)::bigint as sum from
      (select amount from credits union all select amount from reviews) money`.execute(backend.store.db);
    expect(await addMissingEntries(backend.store.db, backend.clock.now())).toBe(3);
    expect(await balances()).toEqual(totals);
    expect(totals['gateway:fpx']).toBe(credited[0]?.sum);
    const again = await backend.store.db
      .selectFrom('journal_entries')
      .select(['kind', 'source', 'at'])
      .orderBy('id')
      .execute();
    expect(again).toEqual(written);
    expect(await errors()).toEqual([]);
    expect(await addMissingEntries(backend.store.db, backend.clock.now())).toBe(0);
  });

  test('is filled once by processes that start together', async () => {
    for (let payments = 0; payments < 3; payments += 1) await payByFpx(backend);
    const totals = await balances();
    await emptyJournal();
    const now = backend.clock.now();
    const added = await Promise.all([1, 2, 3].map(() => addMissingEntries(backend.store.db, now)));
    expect(added.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(3);
    expect(await balances()).toEqual(totals);
    expect(await errors()).toEqual([]);
  });
});
