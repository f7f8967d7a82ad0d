import fc from 'fast-check';
import { signedCallback } from '@/sandbox/simulators/chip/signed-callback.fixture';
import { isWithoutEffect, readDispute, readNumber, readReport } from './callback';
import { purchaseSchema } from './purchase';

/* What CHIP signs, by its schema `Event`. The signature itself is tested in public-keys.test.ts. */

const keys = { isSigned: (_body: string, signature: string) => signature === 'good' };
const id = '3943e0d8-dfc0-4fb5-ae5f-4872f6d0990d';
const number = 'abcdefghij0123456789';

const purchase = {
  ...{ id, type: 'purchase', status: 'paid', reference: number, event_type: 'purchase.paid' },
  purchase: { total: 13878, currency: 'MYR' },
  payment: { amount: 13878, currency: 'MYR' },
  transaction_data: { payment_method: 'fpx', attempts: [] },
};
const payment = {
  ...{ id: '93604710-4829-43cf-80bd-520c691e4bc2', type: 'payment', reference: number, event_type: 'payment.refunded' },
  payment: { amount: 13878, currency: 'MYR' },
  related_to: { type: 'purchase', id },
};
const send = (object: object, signature = 'good') => ({ body: JSON.stringify(object), signature });
const report = (object: object, signature?: string) => readReport(send(object, signature), keys);

test('reports a payment', () => {
  expect(report(purchase)).toEqual({
    ok: true,
    value: {
      ...{ number, status: 'successful', amount: 13878, currency: 'MYR', gatewayReference: id },
      ...{ reasonCode: 'paid', bankName: null },
    },
  });
});

test.each([
  ['purchase.payment_failure', 'error', 'failed'],
  ['purchase.cancelled', 'cancelled', 'cancelled'],
  ['purchase.pending_execute', 'pending_execute', 'pending'],
  ['purchase.new_event', 'new_status', 'pending'],
])('%s of a purchase that is %s reports %s', (event, status, expected) => {
  expect(report({ ...purchase, event_type: event, status, payment: null })).toMatchObject({
    value: { status: expected },
  });
});

// A payer who has only opened the page has not ended, nor is the payment pending at a bank.
test.each([
  [{ ...purchase, event_type: 'purchase.created', status: 'created', payment: null }],
  [{ ...purchase, event_type: 'purchase.viewed', status: 'viewed', payment: null }],
  [{ ...purchase, event_type: 'purchase.viewed', status: 'overdue', payment: null }],
  [payment],
  [{ ...payment, event_type: 'payout.success' }],
])('has no effect: %j', (object) => {
  expect(isWithoutEffect(send(object), keys)).toBe(true);
  expect(isWithoutEffect(send(object, 'bad'), keys)).toBe(false);
  expect(report(object)).toEqual({ ok: false, error: 'malformed' });
  expect(report(object, 'bad')).toEqual({ ok: false, error: 'unsigned' });
});

test.each([
  ['no JSON', { body: '{', signature: 'good' }, 'malformed'],
  ['no event', send({ ...purchase, event_type: undefined }), 'malformed'],
  ['no number of ours', send({ ...purchase, reference: 'INV-1' }), 'malformed'],
  ['a text as amount', send({ ...purchase, purchase: { total: '13878', currency: 'MYR' } }), 'malformed'],
  ['another signature', send(purchase, 'bad'), 'unsigned'],
  ['no signature', { body: JSON.stringify(purchase) }, 'unsigned'],
  ['too much', { body: JSON.stringify({ ...purchase, notes: 'x'.repeat(70_000) }), signature: 'good' }, 'unsigned'],
  ['a browser’s return', { chip_reference: number }, 'unsigned'],
  ['nothing', {}, 'unsigned'],
])('with %s reports nothing', (_name, fields, error) => {
  expect(readReport(fields, keys)).toEqual({ ok: false, error });
});

test('reads our number from a callback and from a return', () => {
  expect(readNumber(send(purchase, 'bad'))).toBe(number);
  expect(readNumber({ chip_reference: number })).toBe(number);
  for (const fields of [
    {},
    { chip_reference: 'x' },
    { chip_reference: `${number}0` },
    { number },
    send({ reference: 5 }),
  ]) {
    expect(readNumber(fields as Record<string, string>)).toBeNull();
  }
  // A form cannot pass for a callback: its fields are the backend's.
  expect(readNumber({ ...send({}), chip_reference: number })).toBeNull();
});

test.each([
  ['payment.charged_back', 'opened'],
  ['payment.chargeback_reversed', 'won'],
])('%s is a dispute that is %s', (event, status) => {
  expect(readDispute(send({ ...payment, event_type: event }), keys)).toEqual({
    ok: true,
    value: { dispute: id, number, status, amount: 13878, currency: 'MYR', reasonCode: event, respondBy: null },
  });
});

test('so is a purchase with the status chargeback', () => {
  const disputed = { ...purchase, status: 'chargeback', event_type: 'purchase.settled' };
  expect(readDispute(send(disputed), keys)).toMatchObject({ value: { dispute: id, status: 'opened', amount: 13878 } });
  expect(readDispute(send(disputed, 'bad'), keys)).toBeNull();
  expect(report(disputed, 'bad')).toEqual({ ok: false, error: 'unsigned' });
});

test.each([
  ['another event', send(purchase), null],
  ['a refund', send(payment), null],
  ['a return', { chip_reference: number }, null],
  ['no purchase', send({ ...payment, event_type: 'payment.charged_back', related_to: null }), 'malformed'],
  ['no amount', send({ ...payment, event_type: 'payment.charged_back', payment: {} }), 'malformed'],
  ['another signature', send({ ...payment, event_type: 'payment.charged_back' }, 'bad'), 'unsigned'],
])('is no dispute with %s', (_name, fields, error) => {
  expect(readDispute(fields, keys)).toEqual(error === null ? null : { ok: false, error });
});

test.each([
  ['attempts', { transaction_data: { payment_method: 'fpx', attempts: Array(31_000).fill(0) } }],
  ['states', { status_history: Array(31_000).fill(0) }],
])('row 49: an unsigned callback with 31,000 %s is refused before they are read', (_what, many) => {
  const readPurchase = jest.spyOn(purchaseSchema, 'safeParse');
  const fields = send({ ...purchase, ...many }, 'bad');
  expect(isWithoutEffect(fields, keys)).toBe(false);
  expect(readNumber(fields)).toBe(number);
  expect(readDispute(fields, keys)).toBeNull();
  expect(readReport(fields, keys)).toEqual({ ok: false, error: 'unsigned' });
  expect(readPurchase).not.toHaveBeenCalled();
  // Signed, they are read.
  readReport({ ...fields, signature: 'good' }, keys);
  expect(readPurchase).toHaveBeenCalledTimes(1);
  readPurchase.mockRestore();
});

test('the callback of CHIP’s SDK is read: it has no reference of ours', () => {
  const { body } = signedCallback;
  expect(readReport({ body, signature: 'good' }, keys)).toEqual({ ok: false, error: 'malformed' });
});

test('takes any text without throwing, and nothing unsigned', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant(JSON.stringify(purchase)),
    fc.constant(JSON.stringify(payment)),
  );
  fc.assert(
    fc.property(fc.record({ body: anything, signature: fc.string() }), (fields) => {
      readNumber(fields);
      expect(readReport(fields, { isSigned: () => false }).ok).toBe(false);
      expect(readDispute(fields, { isSigned: () => false })?.ok ?? false).toBe(false);
    }),
  );
});
