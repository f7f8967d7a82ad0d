import { addMilliseconds, dayMs } from '../clock';
import { listMessages } from '../../sandbox/services/messages';
import {
  postCallback,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
  testRetention,
} from '../test-backend.fixture';
import { calls } from '@/lib/contract/calls';
import { eraseOldContacts } from './contact-retention';
import { beginAsPayer, findTexts, payAsPayer, payer } from './personal-data.fixture';

const backend = setUpTestBackend();
const canaries = Object.values(payer);
const days = testRetention.contact;

/** Erases what is due a number of days from now. */
const eraseAfter = (passed: number) =>
  eraseOldContacts(backend.store.db, days, addMilliseconds(backend.clock.now(), passed * dayMs));

test('row 54: erases contact data as many days after the end of the payment as are configured', async () => {
  await payAsPayer(backend);
  expect(await eraseAfter(days - 1)).toBe(0);
  expect(await findTexts(backend, canaries)).toContain('attempts.payer_email');
  expect(await eraseAfter(days + 1)).toBe(1);
  expect(await findTexts(backend, canaries)).toEqual([]);
  expect(await eraseAfter(days + 1)).toBe(0);
});

test('counts from the last entry of the payment’s history', async () => {
  const { refid } = await payAsPayer(backend);
  const at = addMilliseconds(backend.clock.now(), 100 * dayMs);
  await backend.store.db
    .insertInto('payment_history')
    .values({ order_refid: refid, attempt_id: null, state: 'review-closed', moved_by: 'operator', detail: null, at })
    .execute();
  expect(await eraseAfter(days + 99)).toBe(0);
  expect(await eraseAfter(days + 101)).toBe(1);
});

test('keeps what is under way, in review or not posted, whatever its age', async () => {
  await beginAsPayer(backend);
  const { refid, number } = await beginAsPayer(backend);
  await succeed(backend, calls['payment.cancel'], { refid });
  backend.fpx.setStatus(number, 'successful');
  await postCallback(backend, backend.fpx.sign(number, 'successful'));
  await sandboxControl(backend, 'biller', { mode: 'refuse' });
  await payAsPayer(backend);
  expect(await eraseAfter(1_000)).toBe(0);
  const { id } = await backend.store.db.selectFrom('reviews').select('id').executeTakeFirstOrThrow();
  const entry = { entry: `money-${id}`, note: 'returned', closed_at: new Date() };
  await backend.store.db.insertInto('review_closings').values(entry).execute();
  await backend.store.db.updateTable('orders').set({ held_for_review: false }).where('refid', '=', refid).execute();
  await backend.store.db.deleteFrom('jobs').where('kind', '=', 'enquire-attempt').execute();
  expect(await eraseAfter(1_000)).toBe(1);
});

test('several processes at once erase each payment once, in batches', async () => {
  const { refid } = await payAsPayer(backend);
  const { db } = backend.store;
  const order = await db.selectFrom('orders').selectAll().where('refid', '=', refid).executeTakeFirstOrThrow();
  const json = { items: '[]', charges: '[]', provider_keys: null, customer: null };
  const refids = Array.from({ length: 450 }, (_, index) => `copy-${index}`);
  await db
    .insertInto('orders')
    .values(refids.map((name) => ({ ...order, ...json, refid: name, payment_id: name, email: payer.email })))
    .execute();
  await db
    .insertInto('payment_history')
    .values(
      refids.map((name) => ({
        ...{ order_refid: name, attempt_id: null, state: 'expired', moved_by: 'timer', detail: null },
        at: order.created_at,
      })),
    )
    .execute();
  const erased = await Promise.all([1, 2, 3].map(() => eraseAfter(days + 1)));
  expect(erased.reduce((sum, count) => sum + count)).toBe(451);
  expect(await findTexts(backend, canaries)).toEqual([]);
});

test('money that arrives after the erasure is credited, and no receipt is written to nobody', async () => {
  const { refid, number } = await beginAsPayer(backend);
  for (let week = 0; week < 4; week += 1) await sandboxControl(backend, 'clock', { advance: 'P7D' });
  expect(await statusOf(backend, refid)).toBe('expired');
  expect(await eraseAfter(days)).toBe(1);
  backend.fpx.setStatus(number, 'successful');
  await postCallback(backend, backend.fpx.sign(number, 'successful'));
  await backend.jobs.runDue();
  expect(await succeed(backend, calls['payment.result'], { refid })).toMatchObject({
    ...{ status: 'successful', amount: 13_878, receiptSentTo: null, contactErased: true },
  });
  expect((await sandboxControl(backend, 'ledger')).balanced).toBe(true);
  expect(await listMessages(backend.store.db, null)).toEqual([]);
  expect(await backend.store.db.selectFrom('outbox').select('id').execute()).toEqual([]);
});
