import { calls } from '@/lib/contract/calls';
import { sen } from '@/lib/domain/money';
import type { GatewayReport } from '../gateways/gateway';
import {
  createPayment,
  freshAccount,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  succeed,
} from '../test-backend.fixture';
import { findAttempt, type Attempt } from './model';
import { applyReport, type ReportHandling } from './reports';

const backend = setUpTestBackend();

const storyOf = (refid: string) => sandboxControl(backend, `payments/${refid}`);

async function find(number: string): Promise<Attempt> {
  const attempt = await findAttempt(backend.store.db, { number });
  if (attempt === null) throw new Error('no such attempt');
  return attempt;
}

async function apply(attempt: Attempt, report: Partial<GatewayReport>, handling: Partial<ReportHandling> = {}) {
  const { number } = attempt;
  const full = {
    ...{ number, amount: sen(13_878), currency: 'MYR', status: 'pending' as const, bankName: 'May Bank' },
    ...{ gatewayReference: 'bank-1', reasonCode: '09', ...report },
  };
  const state = await applyReport(backend.services, attempt, full, { by: 'enquiry', whenUnknown: null, ...handling });
  return { state, attempt: await find(number) };
}

const redirected = async () => find((await redirectToBank(backend)).number);

describe('a report that confirms no money', () => {
  test.each(['failed', 'cancelled', 'expired', 'pending', 'pending-approval'] as const)(
    '%s: sets the attempt’s state and the bank’s data',
    async (status) => {
      const before = await redirected();
      const { state, attempt } = await apply(before, { status });
      expect(state).toBe(status);
      const { approval_deadline: _deadline, ...rest } = attempt;
      const { approval_deadline: _none, ...was } = before;
      expect(rest).toEqual({
        ...was,
        state: status,
        gateway_answered: true,
        reason_code: '09',
        gateway_reference: 'bank-1',
        bank_name: 'May Bank',
      });
      const { history } = await storyOf(attempt.order_refid);
      expect(history.find(({ state: entry }: { state: string }) => entry === status)).toMatchObject({
        attempt: attempt.number,
        movedBy: 'enquiry',
        detail: '09',
      });
    },
  );

  test('without a reference or a name keeps the known ones', async () => {
    const { attempt } = await apply(await redirected(), {});
    const after = await apply(attempt, { status: 'failed', gatewayReference: '', bankName: null });
    expect(after.attempt).toMatchObject({ gateway_reference: 'bank-1', bank_name: 'May Bank', reason_code: '09' });
  });

  test('repeated changes nothing, and an ended attempt is final', async () => {
    const pending = await apply(await redirected(), {});
    const lengthOf = async () => (await storyOf(pending.attempt.order_refid)).history.length;
    const before = await lengthOf();
    expect(await apply(pending.attempt, { reasonCode: 'other' })).toEqual(pending);
    expect(await lengthOf()).toBe(before);
    const failed = await apply(pending.attempt, { status: 'failed' });
    expect(await apply(failed.attempt, { status: 'pending' })).toEqual(failed);
    expect(await apply(failed.attempt, { status: 'cancelled' })).toEqual(failed);
  });

  test('with an impossible transition changes only that the gateway has reported', async () => {
    const { attempt } = await apply(await redirected(), { status: 'unknown' });
    expect(attempt).toMatchObject({ state: 'redirected', gateway_answered: false });
    await backend.store.db.updateTable('attempts').set({ state: 'authorised' }).where('id', '=', attempt.id).execute();
    const { state, attempt: after } = await apply(attempt, { status: 'pending-approval' });
    expect({ state, after }).toMatchObject({ state: 'authorised', after: { gateway_answered: true } });
  });

  test.each(['failed', 'cancelled', 'expired', 'pending'] as const)(
    'of an unknown payment: %s, as the caller requests, with the caller’s detail',
    async (whenUnknown) => {
      const report = { status: 'unknown', gatewayReference: '', bankName: null } as const;
      const { state, attempt } = await apply(await redirected(), report, { whenUnknown, detail: 'gave up' });
      expect({ state, attempt }).toMatchObject({
        state: whenUnknown,
        attempt: { gateway_answered: false, reason_code: null, gateway_reference: null, bank_name: null },
      });
      const { history } = await storyOf(attempt.order_refid);
      expect(history.at(-1)).toMatchObject({ state: whenUnknown, detail: 'gave up' });
    },
  );
});

describe('money', () => {
  test('sets attempt and order to paid, with one credit under the bank’s reference', async () => {
    const accountNumber = freshAccount();
    const { number } = await redirectToBank(backend, await createPayment(backend, accountNumber));
    const { state, attempt } = await apply(await find(number), { status: 'successful', reasonCode: '00' });
    expect({ state, attempt }).toMatchObject({
      state: 'successful',
      attempt: {
        ...{ gateway_answered: true, gateway_reference: 'bank-1', bank_name: 'May Bank', reason_code: '00' },
        confirmed_at: expect.anything(),
      },
    });
    const { history, ...story } = await storyOf(attempt.order_refid);
    expect(story.state).toBe('paid');
    expect(history.slice(-2)).toMatchObject([
      { attempt: attempt.number, state: 'successful', movedBy: 'enquiry', detail: '00' },
      { attempt: null, state: 'paid', movedBy: 'enquiry', detail: null },
    ]);
    const { credits, balanced } = await sandboxControl(backend, 'ledger');
    expect({ credits, balanced }).toMatchObject({
      credits: [{ refid: attempt.order_refid, accountNumber, amount: 13_878, gatewayReference: 'bank-1' }],
      balanced: true,
    });
  });

  test('without a reference or a bank’s name uses our number and the known name', async () => {
    const pending = await apply(await redirected(), { gatewayReference: '' });
    const money = { status: 'successful', gatewayReference: '', bankName: null } as const;
    const { attempt } = await apply(pending.attempt, money);
    expect(attempt).toMatchObject({ gateway_reference: attempt.number, bank_name: 'May Bank' });
    await apply(attempt, money);
    expect(await storyOf(attempt.order_refid)).toMatchObject({ status: 'successful', reviews: [] });
  });

  test.each([
    ['another amount', { amount: sen(13_877) }, 'amount-differs', 13_877],
    ['another currency', { currency: 'SGD' }, 'amount-differs', 13_878],
  ] as const)('of %s goes to review: the attempt fails, the order stays open', async (...kept) => {
    const [, change, reason, amount] = kept;
    const { state, attempt } = await apply(await redirected(), { status: 'successful', ...change });
    expect({ state, attempt }).toMatchObject({
      state: 'failed',
      attempt: { state: 'failed', gateway_answered: true, reason_code: reason, card_to_save: null },
    });
    const { history, ...story } = await storyOf(attempt.order_refid);
    expect(story).toMatchObject({
      ...{ state: 'open', status: 'review' },
      reviews: [{ reason, amount, gateway: 'fpx', gatewayReference: 'bank-1' }],
    });
    expect(history.slice(-2)).toMatchObject([
      { attempt: attempt.number, state: 'review', movedBy: 'enquiry', detail: reason },
      { attempt: attempt.number, state: 'failed', movedBy: 'enquiry', detail: reason },
    ]);
    await apply(attempt, { status: 'successful', ...change });
    expect((await storyOf(attempt.order_refid)).history).toHaveLength(history.length);
  });

  test('for a closed order goes to review', async () => {
    const attempt = await redirected();
    const { order_refid: refid } = attempt;
    await backend.store.db.updateTable('orders').set({ state: 'cancelled' }).where('refid', '=', refid).execute();
    expect((await apply(attempt, { status: 'successful' })).state).toBe('failed');
    expect(await storyOf(refid)).toMatchObject({ reviews: [{ reason: 'order-closed' }] });
  });

  test('repeated with another amount is other money', async () => {
    const { attempt } = await apply(await redirected(), { status: 'successful' });
    await apply(attempt, { status: 'successful', amount: sen(5_000), gatewayReference: '' });
    expect(await storyOf(attempt.order_refid)).toMatchObject({ reviews: [{ reason: 'attempt-ended', amount: 5_000 }] });
  });
});

test('throws for an attempt that does not belong to its order', async () => {
  const attempt = await redirected();
  const other = await createPayment(backend);
  await expect(apply({ ...attempt, order_refid: other }, {})).rejects.toThrow('an attempt without an order');
  await expect(apply({ ...attempt, order_refid: 'none' }, {})).rejects.toThrow('an attempt without an order');
});

test.each([
  ['en', ['RM138.78', 'Satellite TV bill', 'May Bank', 'bank-1'], 'Payment for'],
  ['ms', ['RM138.78', 'Bil TV satelit', 'May Bank', 'bank-1'], 'Bayaran untuk'],
] as const)('sends the payer one receipt in %s, with a link to it', async (language, facts, word) => {
  const accountNumber = freshAccount();
  const payment = await createPayment(backend, accountNumber);
  const { refid, number } = await redirectToBank(backend, payment, undefined, language);
  const { paymentId } = await succeed(backend, calls['payment.page'], { refid });
  await apply(await find(number), { status: 'successful' });
  const [receipt, ...more] = await sandboxControl(backend, 'messages?to=payer@example.com');
  expect(more).toEqual([]);
  expect(receipt).toMatchObject({ kind: 'receipt', to: 'payer@example.com', code: null });
  for (const fact of [...facts, accountNumber, number, paymentId, 'http://localhost:3000/receipt?token=']) {
    expect(receipt.text).toContain(fact);
  }
  expect(receipt.text).toContain(word);
});
