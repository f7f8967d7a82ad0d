import { sql } from 'kysely';
import { holdLateMoney } from '../reviews/held-money.fixture';
import { payByFpx, setUpTestBackend } from '../test-backend.fixture';
import { verificationCharged, verificationReversed } from './entries';
import { listGatewayMovements, type MovementQuery } from './gateway-movements';
import { writeJournal } from './journal';

const backend = setUpTestBackend();
const always = { from: new Date(0), until: new Date('9999-12-31T00:00:00Z') };
const list = (gateway: string, query: MovementQuery = always) => listGatewayMovements(backend.store.db, gateway, query);

/** Pays RM138.78; returns its reference and our number. */
async function pay() {
  const refid = await payByFpx(backend);
  const number = backend.fpx.begun.at(-1)?.order.number ?? '';
  return { refid, number, reference: `ref-${number}` };
}

/** Writes an entry of a kind on the gateway's account, as a refund or chargeback does. */
const write = (kind: string, source: string, refid: string, account: string) =>
  sql`with entry as (
      insert into journal_entries (kind, source, order_refid, currency, at)
      values (${kind}, ${source}, ${refid}, 'MYR', ${backend.clock.now()}) returning id)
    insert into journal_lines (entry_id, account, amount)
    select id, account, amount from entry
      cross join (values ('gateway:fpx', -500), (${account}, 500)) line (account, amount)`.execute(backend.store.db);

test('a payment is found by its period, its reference and its number', async () => {
  const { refid, number, reference } = await pay();
  await pay();
  const movement = {
    ...{ item: `payment-credited fpx ${reference}`, gateway: 'fpx', kind: 'payment', amount: 13_878, currency: 'MYR' },
    ...{ refid, references: [reference], numbers: [number], isHeld: false, isExpected: true },
  };
  expect((await list('fpx'))[0]).toMatchObject(movement);
  expect(await list('fpx', { references: [reference, 'stranger'] })).toMatchObject([movement]);
  expect(await list('fpx', { numbers: [number] })).toMatchObject([movement]);
  expect(await list('fpxCorporate')).toEqual([]);
  expect(await list('fpxCorporate', { references: [reference] })).toEqual([]);
  expect(await list('fpx', { from: new Date(0), until: new Date(1) })).toEqual([]);
});

test('money is held until its review is closed', async () => {
  const { number, entry } = await holdLateMoney(backend);
  const reference = `ref-${number}`;
  expect(await list('fpx')).toMatchObject([{ item: `payment-held fpx ${reference}`, isHeld: true }]);
  const closing = { entry, note: 'given back', closed_at: backend.clock.now() };
  await backend.store.db.insertInto('review_closings').values(closing).execute();
  expect(await list('fpx', { references: [reference] })).toMatchObject([{ isHeld: false }]);
});

test('a refund is found by its own reference, and by those of its payment', async () => {
  const { refid, number, reference } = await pay();
  await write('refund-succeeded', 'refund-1', refid, 'refunds-payable');
  const refund = { item: 'refund-succeeded refund-1', kind: 'refund', amount: -500, refid };
  for (const query of [always, { references: [reference] }, { references: ['refund-1'] }, { numbers: [number] }])
    expect((await list('fpx', query)).at(-1)).toMatchObject(refund);
  const [, found] = await list('fpx', { references: [reference] });
  expect(found?.references).toEqual([reference, 'refund-1']);
  expect(found?.numbers).toEqual([number, 'refund-1']);
});

test('a chargeback is found by its dispute, and by the references of its payment', async () => {
  const { refid, reference } = await pay();
  await write('chargeback-opened', 'fpx dispute-1', refid, 'chargebacks');
  const chargeback = { item: 'chargeback-opened fpx dispute-1', kind: 'chargeback', amount: -500 };
  for (const references of [[reference], ['dispute-1']])
    expect((await list('fpx', { references })).at(-1)).toMatchObject(chargeback);
});

test('a card verification is expected in a settlement file unless it is reversed', async () => {
  const { refid } = await pay();
  const at = backend.clock.now();
  const row = { number: 'verification-1', order_refid: refid, gateway: 'acquirer', amount: 100 };
  await backend.store.db
    .insertInto('card_verifications')
    .values({
      ...{ ...row, state: 'approved', gateway_reference: 'T-1', created_at: at, deadline: at, approved_at: at },
      ...{ payer_email: 'payer@example.com', payer_address: '203.0.113.7', card: null, onward: null },
      ...{ reason_code: null, reversed_at: null, returned_at: null, enquiry_budget_at: null },
      ...{ unexpected_amount: null, unexpected_currency: null, unexpected_at: null },
    })
    .execute();
  await writeJournal(backend.store.db, [verificationCharged(row, at)]);
  const charged = { item: 'verification-charged verification-1', kind: 'payment', amount: 100, references: ['T-1'] };
  for (const query of [always, { references: ['T-1'] }, { numbers: ['verification-1'] }])
    expect(await list('acquirer', query)).toMatchObject([{ ...charged, isExpected: true }]);
  await sql`update card_verifications set state = 'reversed', reversed_at = ${at}`.execute(backend.store.db);
  await writeJournal(backend.store.db, [verificationReversed(row, at)]);
  expect(await list('acquirer', { references: ['T-1'] })).toMatchObject([
    { ...charged, isExpected: false },
    { item: 'verification-reversed verification-1', kind: 'refund', amount: -100, isExpected: false },
  ]);
});
