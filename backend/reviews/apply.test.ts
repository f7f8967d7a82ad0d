import { calls } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
import { readTrialBalance } from '../ledger/balances';
import { findJournalErrors } from '../ledger/journal-check';
import { listReview } from '../operations/review-queue';
import { sharedKey } from '../operators/model';
import {
  postCallback,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
  testOperatorKey,
  testVisit,
} from '../test-backend.fixture';
import { addOperator } from '../operators/keys';
import { createPartnerClient } from '../partners/partner-client.fixture';
import { applyHeldMoney } from './apply';
import { holdLateMoney, holdSecondPayment } from './held-money.fixture';

/* design.md, section 7: review ends in an action, by a named person with a reason; the payer's page then tells what was done. */

const backend = setUpTestBackend();

const aisyah = { isNamed: true, name: 'aisyah' } as const;
const apply = (entry: string) =>
  applyHeldMoney(backend.services, entry, { operator: aisyah, reason: 'bank statement' });
const resultOf = (refid: string) => succeed(backend, calls['payment.result'], { refid, visitId: testVisit });
const isHeld = async (refid: string) => (await succeed(backend, calls['payment.page'], { refid })).heldForReview;
const balances = async () => {
  expect(await findJournalErrors(backend.store.db)).toEqual([]);
  const rows = await readTrialBalance(backend.store.db, new Date('9999-12-31T00:00:00Z'));
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
};
const ledgerOf = async (refid: string) => {
  const { credits, postings, balanced } = await sandboxControl(backend, 'ledger');
  const own = (rows: readonly { readonly refid: string }[]) => rows.filter((row) => row.refid === refid);
  return { credits: own(credits), postings: own(postings), balanced };
};

describe('held money that is applied', () => {
  test('is credited once, posted, and told to the payer', async () => {
    const { refid, number, entry } = await holdLateMoney(backend);
    expect(await resultOf(refid)).toMatchObject({ status: 'review', unappliedPayments: [{ status: 'in-review' }] });
    expect(await apply(entry)).toEqual({ ok: true, value: 'applied' });
    expect(await ledgerOf(refid)).toMatchObject({
      credits: [{ amount: 13_878, gatewayReference: `ref-${number}` }],
      postings: [{ amount: 13_878 }],
      balanced: true,
    });
    expect(await balances()).toMatchObject({ 'gateway:fpx': 13_878, suspense: 0, 'biller-payable': -13_878 });
    expect(await resultOf(refid)).toMatchObject({ status: 'successful', unappliedPayments: [], transactionId: number });
    expect(await sandboxControl(backend, 'messages?to=payer@example.com')).toMatchObject([{ kind: 'receipt' }]);
    expect(await isHeld(refid)).toBe(false);
    expect(await listReview(backend.services)).toEqual([]);
  });

  test('is recorded with who and why, in the history too', async () => {
    const { refid, entry } = await holdLateMoney(backend);
    await apply(entry);
    const actions = await backend.store.db.selectFrom('operator_actions').selectAll().execute();
    expect(actions).toMatchObject([
      { operator: 'aisyah', action: 'review-applied', subject: entry, reason: 'bank statement' },
    ]);
    const { history, state } = await sandboxControl(backend, `payments/${refid}`);
    expect(state).toBe('paid');
    expect(history.slice(-3).map((one: { state: string }) => one.state)).toEqual([
      'successful',
      'paid',
      'review-applied',
    ]);
  });

  test('by several operators at once is credited once', async () => {
    const { refid, entry } = await holdLateMoney(backend);
    const results = await Promise.all(Array.from({ length: 8 }, () => apply(entry)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual({ ok: false, error: 'decided' });
    expect((await ledgerOf(refid)).credits).toHaveLength(1);
  });

  test('tells the partner that its order is paid', async () => {
    const { paymentId } = await createPartnerClient(backend).place();
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const orders = () => backend.store.db.updateTable('orders').where('refid', '=', refid);
    await orders().set({ webhook_url: 'https://shop.example/hook' }).execute();
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'failed');
    await statusOf(backend, refid);
    await orders().set({ state: 'cancelled' }).execute();
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    const [entry] = await listReview(backend.services);
    await apply(entry?.id ?? '');
    const events = await backend.store.db.selectFrom('webhooks').select('event').orderBy('id').execute();
    expect(events.map(({ event }) => event).slice(-2)).toEqual(['order.review', 'order.paid']);
  });

  test('that is reported again is not credited or held again', async () => {
    const { refid, number, entry } = await holdLateMoney(backend);
    await apply(entry);
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    expect((await ledgerOf(refid)).credits).toHaveLength(1);
    expect(await listReview(backend.services)).toEqual([]);
  });

  test('that an earlier release closed with a note is credited still', async () => {
    const { refid, entry } = await holdLateMoney(backend);
    await backend.store.db
      .insertInto('review_closings')
      .values({ entry, note: 'applied', closed_at: new Date() })
      .execute();
    expect(await apply(entry)).toEqual({ ok: true, value: 'applied' });
    expect((await ledgerOf(refid)).credits).toHaveLength(1);
  });
});

describe('held money is not applied', () => {
  test('to an order that is paid', async () => {
    const { refid, entry } = await holdSecondPayment(backend);
    expect(await apply(entry)).toEqual({ ok: false, error: 'order-paid' });
    expect((await ledgerOf(refid)).credits).toHaveLength(1);
  });

  test('if it is of another amount', async () => {
    const { refid, entry } = await holdLateMoney(backend, 5_000);
    expect(await apply(entry)).toEqual({ ok: false, error: 'amount-differs' });
    expect(await ledgerOf(refid)).toMatchObject({ credits: [], balanced: true });
    expect(await statusOf(backend, refid)).toBe('review');
  });

  test('if it is of another currency', async () => {
    const { entry } = await holdLateMoney(backend);
    await backend.store.db.updateTable('reviews').set({ currency: 'SGD' }).execute();
    expect(await apply(entry)).toEqual({ ok: false, error: 'currency-differs' });
  });

  test.each(['money-999', 'webhook-1', 'money-', 'x'])('if there is no such entry: %s', async (entry) => {
    expect(await apply(entry)).toEqual({ ok: false, error: 'unknown-entry' });
  });

  test('with the shared key, or without a reason', async () => {
    const { refid, entry } = await holdLateMoney(backend);
    const added = await addOperator(backend.services, 'aisyah', sharedKey);
    if (!added.ok) throw new Error(added.error);
    const post = (key: string, payload: object) =>
      backend.app.inject({
        ...{ method: 'POST', url: `/operator/review/${entry}/apply`, payload },
        headers: { authorization: `Bearer ${key}` },
      });
    expect((await post(testOperatorKey, { reason: 'bank statement' })).statusCode).toBe(403);
    for (const reason of [undefined, '', ' ', '4111 1111 1111 1111'])
      expect((await post(added.value.key, { reason })).statusCode).toBe(400);
    expect((await ledgerOf(refid)).credits).toEqual([]);
    expect((await post(added.value.key, { reason: 'bank statement' })).json()).toEqual({ applied: entry });
  });
});

describe('an order that is paid, with a second payment in review', () => {
  test('shows its paid result with the receipt, and tells of the second payment', async () => {
    const { refid } = await holdSecondPayment(backend);
    expect(await resultOf(refid)).toMatchObject({
      status: 'successful',
      posting: { status: 'queued' },
      unappliedPayments: [{ amount: 13_878, status: 'in-review', returnedAt: null }],
    });
    expect(await isHeld(refid)).toBe(true);
  });
});

test('money that was reported for two orders holds both until its entry has ended', async () => {
  const first = await holdLateMoney(backend);
  const second = await redirectToBank(backend);
  backend.fpx.setStatus(second.number, 'successful');
  const { enquire } = backend.fpx;
  jest.spyOn(backend.fpx, 'enquire').mockImplementationOnce(async (order) => {
    const report = await enquire.call(backend.fpx, order);
    return report.ok ? success({ ...report.value, gatewayReference: `ref-${first.number}` }) : report;
  });
  expect(await statusOf(backend, second.refid)).toBe('review');
  expect([await isHeld(first.refid), await isHeld(second.refid)]).toEqual([true, true]);
  await apply(first.entry);
  expect([await isHeld(first.refid), await isHeld(second.refid)]).toEqual([false, false]);
});
