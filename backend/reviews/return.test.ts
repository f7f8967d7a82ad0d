import { calls } from '@/lib/contract/calls';
import { listReview } from '../operations/review-queue';
import { createPartnerClient } from '../partners/partner-client.fixture';
import { sumRefunded } from '../refunds/model';
import {
  freshAccount,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
  testOperatorKey,
  testVisit,
} from '../test-backend.fixture';
import { approveRefund, rejectRefund, settleRefund } from '../refunds/service';
import { applyHeldMoney } from './apply';
import { holdLateMoney, holdSecondPayment } from './held-money.fixture';
import { returnHeldMoney } from './return';

/*
 * design.md, section 7: review ends in an action, by a named person with a reason; the payer's page then tells what was done. FPX has no refunds: a
 * person makes a bank transfer.
 */

const backend = setUpTestBackend();

const aisyah = { isNamed: true, name: 'aisyah' } as const;
const badrul = { isNamed: true, name: 'badrul' } as const;
const giveBack = (entry: string) =>
  returnHeldMoney(backend.services, entry, { operator: aisyah, reason: 'paid twice' });
const resultOf = (refid: string) => succeed(backend, calls['payment.result'], { refid, visitId: testVisit });
const isHeld = async (refid: string) => (await succeed(backend, calls['payment.page'], { refid })).heldForReview;
const evidence = { reference: 'IBG-4711', date: '2025-11-23', note: 'transfer of 23 November' };

async function requested(entry: string): Promise<string> {
  const refund = await giveBack(entry);
  if (!refund.ok) throw new Error(refund.error);
  return refund.value.reference;
}
const moneyEntries = async () => (await listReview(backend.services)).filter(({ id }) => id.startsWith('money-'));

describe('a second payment that is returned', () => {
  test('is told beside the paid result, until and when it was returned', async () => {
    const { refid, entry } = await holdSecondPayment(backend);
    const reference = await requested(entry);
    expect(await moneyEntries()).toEqual([]);
    expect(await isHeld(refid)).toBe(false);
    expect(await resultOf(refid)).toMatchObject({
      ...{ status: 'successful', unappliedPayments: [{ amount: 13_878, status: 'returning', returnedAt: null }] },
    });
    await settleRefund(backend.services, reference, { outcome: 'succeeded', evidence }, badrul);
    expect(await resultOf(refid)).toMatchObject({
      status: 'successful',
      unappliedPayments: [{ status: 'returned', returnedAt: expect.stringMatching(/^\d{4}-.*Z$/) }],
      // What has paid the order is not refunded.
      refunds: [],
    });
    const { balanced } = await sandboxControl(backend, 'ledger');
    expect(balanced).toBe(true);
  });

  test('is no refund of the order: the payment that paid it stays', async () => {
    const { paymentId } = await createPartnerClient(backend).place({
      billAccount: freshAccount(),
      webhookURL: 'http://127.0.0.1:9/webhooks',
    });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { entry } = await holdSecondPayment(backend, refid);
    const reference = await requested(entry);
    await settleRefund(backend.services, reference, { outcome: 'succeeded', evidence }, badrul);
    expect(await sumRefunded(backend.store.db, refid)).toBe(0);
    expect(await resultOf(refid)).toMatchObject({ refunds: [], unappliedPayments: [{ status: 'returned' }] });
    const events = await backend.store.db
      .selectFrom('webhooks')
      .select('event')
      .where('order_refid', '=', refid)
      .execute();
    expect(events.map(({ event }) => event)).not.toContain('order.refunded');
  });

  test('is recorded with who and why', async () => {
    const { refid, entry } = await holdSecondPayment(backend);
    await giveBack(entry);
    const actions = await backend.store.db.selectFrom('operator_actions').selectAll().execute();
    expect(actions).toContainEqual(
      expect.objectContaining({ operator: 'aisyah', action: 'review-returned', subject: entry, reason: 'paid twice' }),
    );
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    expect(history.map((one: { state: string }) => one.state)).toContain('review-returned');
  });
});

test('money of an unpaid order stays in review on its page, which tells of the return', async () => {
  const { refid, entry } = await holdLateMoney(backend, 5_000);
  const reference = await requested(entry);
  expect(await resultOf(refid)).toMatchObject({
    ...{ status: 'review', canTryAgain: false },
    unappliedPayments: [{ amount: 5_000, status: 'returning' }],
  });
  await settleRefund(backend.services, reference, { outcome: 'succeeded', evidence }, badrul);
  expect(await resultOf(refid)).toMatchObject({ status: 'review', unappliedPayments: [{ status: 'returned' }] });
});

test('returned by several operators at once it is refunded once', async () => {
  const { entry } = await holdSecondPayment(backend);
  const results = await Promise.all(Array.from({ length: 6 }, () => giveBack(entry)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await backend.store.db.selectFrom('refunds').selectAll().execute()).toHaveLength(1);
});

test('applied and returned at once, one of both happens', async () => {
  const { refid, entry } = await holdLateMoney(backend);
  const applied = applyHeldMoney(backend.services, entry, { operator: badrul, reason: 'wanted' });
  const [one, other] = await Promise.all([applied, giveBack(entry)]);
  expect([one.ok, other.ok].filter(Boolean)).toHaveLength(1);
  expect(await statusOf(backend, refid)).toBe(one.ok ? 'successful' : 'review');
});

describe('the entry is open again', () => {
  test('when the refund fails, and can then be applied', async () => {
    const { refid, entry } = await holdLateMoney(backend);
    const reference = await requested(entry);
    await settleRefund(backend.services, reference, { outcome: 'failed', reason: 'account closed' }, badrul);
    expect(await moneyEntries()).toMatchObject([{ id: entry }]);
    expect(await isHeld(refid)).toBe(true);
    expect(await resultOf(refid)).toMatchObject({ status: 'review', unappliedPayments: [{ status: 'in-review' }] });
    await applyHeldMoney(backend.services, entry, { operator: badrul, reason: 'wanted' });
    expect(await statusOf(backend, refid)).toBe('successful');
  });

  test('when the refund, above the limit, is rejected; when it is approved, it is not', async () => {
    backend.fpx.reset();
    const { refid, number } = await holdLateMoney(backend);
    // Of more than RM500: two persons.
    await backend.store.db.updateTable('reviews').set({ amount: 50_001 }).where('order_refid', '=', refid).execute();
    expect(number).toMatch(/^[a-z0-9]{20}$/);
    const [{ id: entry } = { id: '' }] = await moneyEntries();
    const first = await requested(entry);
    await rejectRefund(backend.services, first, { rejectedBy: badrul, reason: 'not yet' });
    expect(await moneyEntries()).toHaveLength(1);
    const second = await requested(entry);
    expect(await approveRefund(backend.services, second, aisyah)).toMatchObject({ ok: false, error: 'same-person' });
    expect(await approveRefund(backend.services, second, badrul)).toMatchObject({ ok: true });
    expect(await moneyEntries()).toEqual([]);
  });
});

test('what an earlier release closed with a note can be returned still', async () => {
  const { entry } = await holdSecondPayment(backend);
  const closing = { entry, note: 'refunded', closed_at: new Date() };
  await backend.store.db.insertInto('review_closings').values(closing).execute();
  expect(await giveBack(entry)).toMatchObject({ ok: true });
  expect(await giveBack(entry)).toEqual({ ok: false, error: 'decided' });
});

test('the shared key returns nothing, and money is not closed with a note', async () => {
  const { entry } = await holdSecondPayment(backend);
  const post = (action: string, payload: object) =>
    backend.app.inject({
      ...{ method: 'POST', url: `/operator/review/${entry}/${action}`, payload },
      headers: { authorization: `Bearer ${testOperatorKey}` },
    });
  expect((await post('return', { reason: 'paid twice' })).statusCode).toBe(403);
  expect((await post('close', { note: 'paid twice' })).statusCode).toBe(409);
  expect(await moneyEntries()).toHaveLength(1);
});
