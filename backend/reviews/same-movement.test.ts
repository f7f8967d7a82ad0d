import { success } from '@/lib/domain/result';
import { readTrialBalance } from '../ledger/balances';
import { listGatewayMovements } from '../ledger/gateway-movements';
import { findJournalErrors } from '../ledger/journal-check';
import { inTransaction } from '../db/database';
import { readUnsettledMoney } from '../ledger/day-balances';
import { listReview } from '../operations/review-queue';
import { listActions } from '../operators/actions';
import { postCallback, redirectToBank, setUpTestBackend, statusOf } from '../test-backend.fixture';
import { applyHeldMoney } from './apply';
import { holdLateMoney } from './held-money.fixture';
import { returnHeldMoney } from './return';
import { endSameMovement } from './same-movement';

/* Money that a gateway reports for a second order under the reference of a credited one: docs/operate.md, "Review queue". */

const backend = setUpTestBackend();
const decision = { operator: { isNamed: true, name: 'aisyah' }, reason: 'the portal has one payment' } as const;
const end = (entry: string) => endSameMovement(backend.services, entry, decision);
const future = new Date('9999-12-31T00:00:00Z');

async function balances() {
  expect(await findJournalErrors(backend.store.db)).toEqual([]);
  const rows = await readTrialBalance(backend.store.db, future);
  const of = (account: string) => rows.find((row) => row.account === account)?.balance ?? 0;
  return { gateway: of('gateway:fpx'), held: of('suspense'), refunds: of('refunds-payable') };
}

/** One order is paid; the bank reports its reference for a second order, too. */
async function holdUsedReference() {
  const first = await redirectToBank(backend);
  backend.fpx.setStatus(first.number, 'successful');
  await postCallback(backend, backend.fpx.sign(first.number, 'successful'));
  const gatewayReference = `ref-${first.number}`;
  const { refid, number } = await redirectToBank(backend);
  const { verifyReport } = backend.fpx;
  jest.spyOn(backend.fpx, 'verifyReport').mockImplementationOnce((fields) => {
    const report = verifyReport.call(backend.fpx, fields);
    return report.ok ? success({ ...report.value, gatewayReference }) : report;
  });
  jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async ({ amount }) =>
    success({
      ...{ number, amount, status: 'successful', currency: 'MYR', gatewayReference, reasonCode: '00' },
      bankName: null,
    }),
  );
  await postCallback(backend, backend.fpx.sign(number, 'successful'));
  const [entry] = await listReview(backend.services);
  expect(entry).toMatchObject({ refid, reason: 'reference-used' });
  return { refid, entry: entry?.id ?? '', reference: gatewayReference };
}

test('is ended as the same movement: the gateway has it once', async () => {
  const { refid, entry, reference } = await holdUsedReference();
  expect(await balances()).toEqual({ gateway: 27_756, held: -13_878, refunds: 0 });
  expect(await end(entry)).toEqual({ ok: true, value: 'ended' });
  expect(await balances()).toEqual({ gateway: 13_878, held: 0, refunds: 0 });
  expect(await listReview(backend.services)).toEqual([]);
  expect(await statusOf(backend, refid)).not.toBe('review');
  expect(await listActions(backend.store.db, entry)).toMatchObject([
    { operator: 'aisyah', action: 'review-same-movement', reason: 'the portal has one payment' },
  ]);
  // A settlement file has one line of it, and none is awaited besides.
  const movements = await listGatewayMovements(backend.store.db, 'fpx', { references: [reference] });
  expect(movements.map(({ item }) => item)).toEqual([`payment-credited fpx ${reference}`]);
  expect(await inTransaction(backend.store.db, (trx) => readUnsettledMoney(trx, future))).toMatchObject([
    { gateway: 'fpx', entries: 1, amount: 13_878 },
  ]);
  expect(await end(entry)).toEqual({ ok: false, error: 'decided' });
  expect(await returnHeldMoney(backend.services, entry, { ...decision, evidence: 'x' })).toEqual({
    ...{ ok: false, error: 'decided' },
  });
});

test('is ended once by two operators at once, or returned', async () => {
  const { entry } = await holdUsedReference();
  const ends = await Promise.all([
    end(entry),
    end(entry),
    returnHeldMoney(backend.services, entry, { ...decision, evidence: 'x' }),
  ]);
  expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
  await balances();
});

test('is returned only with evidence that it is another payment', async () => {
  const { entry } = await holdUsedReference();
  expect(await applyHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'reference-credited' });
  expect(await returnHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'evidence-required' });
  const evidence = 'the statement has two debits, case 4711';
  expect(await returnHeldMoney(backend.services, entry, { ...decision, evidence })).toMatchObject({ ok: true });
  expect((await listActions(backend.store.db, entry))[0]?.reason).toContain(evidence);
  expect(await balances()).toEqual({ gateway: 27_756, held: 0, refunds: -13_878 });
});

test('is another payment where a settlement file has both', async () => {
  const { entry, reference } = await holdUsedReference();
  const at = backend.clock.now();
  const run = {
    ...{ profile: 'fpx', file_name: 'x', digest: 'x', gateways: ['fpx'], fee_rates: '{}' },
    ...{ period_from: new Date(0), period_until: at, batch: '', ignored_lines: 0, run_by: 'aisyah', started_at: at },
  };
  const { id } = await backend.store.db
    .insertInto('reconciliation_runs')
    .values({ ...run, reference_of: 'gateway' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const settled = { run_id: id, settlement_id: id, item: `payment-held fpx ${reference}`, line: 2, gateway: 'fpx' };
  await backend.store.db
    .insertInto('settled_items')
    .values({ ...settled, gross: 13_878, fee: 0, settled_at: at })
    .execute();
  expect(await end(entry)).toEqual({ ok: false, error: 'settled' });
});

test('money whose reference is its own is never ended so', async () => {
  const { entry } = await holdLateMoney(backend);
  expect(await end(entry)).toEqual({ ok: false, error: 'own-reference' });
  expect(await end('money-999')).toEqual({ ok: false, error: 'unknown-entry' });
});
