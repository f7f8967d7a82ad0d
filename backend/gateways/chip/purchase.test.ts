import { isOpen, purchaseSchema, readCause, toReport } from './purchase';

const id = '3943e0d8-dfc0-4fb5-ae5f-4872f6d0990d';
const payment = { amount: 13878, currency: 'MYR', payment_type: 'purchase', is_outgoing: false };

function read(changed: Record<string, unknown> = {}) {
  return purchaseSchema.parse({
    ...{ type: 'purchase', id, status: 'paid', reference: 'abcdefghij0123456789', payment, refundable_amount: 13878 },
    purchase: { total: 13878, currency: 'MYR' },
    transaction_data: { payment_method: 'fpx', attempts: [] },
    ...changed,
  });
}

// The published statuses of CHIP's schema `PurchaseStatus` by their descriptions.
test.each([
  ['created', 'pending', true],
  ['sent', 'pending', true],
  ['viewed', 'pending', true],
  ['overdue', 'pending', true],
  ['error', 'failed', false],
  ['blocked', 'failed', false],
  ['cancelled', 'cancelled', false],
  ['expired', 'expired', false],
  ['hold', 'pending', false],
  ['pending_capture', 'pending', false],
  ['pending_release', 'pending', false],
  ['released', 'cancelled', false],
  ['preauthorized', 'pending', false],
  ['pending_execute', 'pending', false],
  ['pending_charge', 'pending', false],
  // Not published: a person looks at it.
  ['new_status', 'pending', false],
  ['constructor', 'pending', false],
])('a purchase that is %s is %s', (status, expected, open) => {
  const purchase = read({ status, payment: null });
  expect(toReport(purchase)).toEqual({
    ...{ number: 'abcdefghij0123456789', status: expected, amount: 13878, currency: 'MYR' },
    ...{ gatewayReference: id, reasonCode: status, bankName: null },
  });
  expect(isOpen(purchase)).toBe(open);
});

test.each(['paid', 'cleared', 'settled'])('a purchase that is %s has its money', (status) => {
  expect(toReport(read({ status }))).toMatchObject({ status: 'successful', amount: 13878, reasonCode: status });
});

test('names the card that paid, if it is of an accepted brand', () => {
  const extra = { masked_pan: '444433******1111', card_type: 'debit' };
  const paidBy = (data: object) => toReport(read({ transaction_data: { attempts: [], ...data } }));
  expect(paidBy({ payment_method: 'visa', extra }).card).toEqual({ brand: 'visa', lastFour: '1111' });
  expect(paidBy({ payment_method: 'visa', extra: { masked_pan: 'hidden' } }).card).toBeUndefined();
  expect(paidBy({ payment_method: 'maestro', extra }).card).toBeUndefined();
  expect(paidBy({ payment_method: 'fpx', extra: {} }).card).toBeUndefined();
});

test('tells what was paid where it is not the total', () => {
  expect(toReport(read({ payment: { ...payment, amount: 10000 } }))).toMatchObject({ amount: 10000 });
  expect(toReport(read({ payment: { ...payment, currency: 'SGD' } }))).toMatchObject({ currency: 'SGD' });
});

test('what was refunded before it was known to be paid is no success but for what is left of it', () => {
  expect(toReport(read({ status: 'refunded', refundable_amount: 0 }))).toMatchObject({ status: 'cancelled' });
  const part = toReport(read({ status: 'refunded', refundable_amount: 5000 }));
  expect(part).toMatchObject({ status: 'successful', amount: 5000 });
  for (const status of ['chargeback', 'pending_refund']) {
    expect(toReport(read({ status }))).toMatchObject({ status: 'pending', reasonCode: status });
  }
});

test('what was marked as paid by hand has no money', () => {
  expect(toReport(read({ marked_as_paid: true }))).toMatchObject({ status: 'pending', reasonCode: 'marked_as_paid' });
});

test('a payment of a company that its bank has waits for an approval', () => {
  const corporate = read({ status: 'pending_execute', payment_method_whitelist: ['fpx_b2b1'] });
  expect(toReport(corporate)).toMatchObject({ status: 'pending-approval' });
});

test('tells the error of the newest attempt', () => {
  const attempts = [
    { type: 'execute', successful: false, error: { code: 'insufficient_funds', message: 'Insufficient funds' } },
    { type: 'execute', successful: false, error: { code: 'expired_card', message: 'Expired card' } },
  ];
  const failed = read({ status: 'error', payment: null, transaction_data: { payment_method: '', attempts } });
  expect(toReport(failed)).toMatchObject({ status: 'failed', reasonCode: 'insufficient_funds' });
  const long = [{ error: { code: 'x'.repeat(500) } }];
  const report = toReport(read({ status: 'error', payment: null, transaction_data: { attempts: long } }));
  expect(report.reasonCode).toHaveLength(64);
});

test('names the wallet or the scheme that has paid', () => {
  const paidBy = (method: unknown) => toReport(read({ transaction_data: { payment_method: method } })).bankName;
  expect([paidBy('visa'), paidBy('razer_tng'), paidBy('fpx'), paidBy(5)]).toEqual(['Visa', 'TouchNGo', null, null]);
});

test.each([
  ['no total', { purchase: { currency: 'MYR' } }],
  ['a fraction of a sen', { purchase: { total: 1.5, currency: 'MYR' } }],
  ['a text as amount', { payment: { ...payment, amount: '13878' } }],
  ['a negative amount', { payment: { ...payment, amount: -1 } }],
  ['an amount that is no amount of ours', { purchase: { total: 1e15, currency: 'MYR' } }],
  ['no payment', { payment: undefined }],
  ['another id', { id: '../public_key' }],
  ['another type', { type: 'payment' }],
])('is none with %s', (_name, changed) => {
  const whole = { ...read(), ...changed };
  expect(purchaseSchema.safeParse(whole).success).toBe(false);
});

test.each([
  ['issuer_not_available', 'fault'],
  ['pending_execute', 'unfinished'],
  ['insufficient_funds', null],
  ['do_not_honour', null],
  // Its page may never have been opened.
  ['expired', null],
  ['viewed', null],
])('what %s tells of the bank: %s', (reason, cause) => {
  expect(readCause(reason)).toBe(cause);
});
