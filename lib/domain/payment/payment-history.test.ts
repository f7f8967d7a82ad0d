import { sen } from '../money';
import { parsePaymentHistory } from './parse-payment-history';
import { canKeepPayment, historyMaxLength, keepPayment, removePayment, toKeptPayment } from './payment-history';
import type { PaymentResult } from './payment';

const result: PaymentResult = {
  outcome: 'successful',
  refid: 'abcdefghijklmnopqrstuvwxyz',
  paymentId: 'zyxwvutsrqponmlkjihgfedcba',
  partnerKey: 'EBILL',
  orderNumber: null,
  serverTime: '2026-11-21T12:00:00Z',
  productName: 'Satellite TV bill',
  ...{ paidTo: null, lines: [], charges: [] },
  accountNumber: '1234567801',
  amount: sen(13_878),
  method: 'm2u',
  card: null,
  bankName: 'Maybank2u',
  bankReference: '2611211949370001',
  transactionId: 't4k2m7q9x3c5v8b2n6h4',
  startedAt: '2026-11-21T11:48:00Z',
  confirmedAt: '2026-11-21T11:50:00Z',
  instalmentMonths: null,
  isForApprover: false,
  isAutoDebit: false,
  canTryAgain: false,
  canContinue: false,
  approvalDeadline: null,
  approvalSentTo: null,
  reminderDaysBefore: null,
  receiptSentTo: 'a***@example.com',
  receiptCompany: null,
  receiptToken: 'v1.secret',
  receiptShareToken: 'v1.shared',
  serviceResumesBy: null,
  isContactErased: false,
  posting: null,
  accounts: [],
  unappliedPayments: [],
  refunds: [],
  reasonCode: null,
  returnToMerchant: null,
  responseCode: null,
  promotion: null,
  autoDebitOffer: null,
};
const kept = toKeptPayment(result, '/bankResultMBB')!;

/** A payment of a day of October. */
function paymentOf(day: number) {
  const refid = `${'abcdefghijklmnopqrstuvwxyz234567'[day] ?? ''}${'a'.repeat(25)}`;
  const at = `2026-10-${String(day).padStart(2, '0')}T10:00:00+08:00`;
  return toKeptPayment({ ...result, refid, confirmedAt: at }, '/bankResultMBB')!;
}

test('row 61: of a payment date, end of the account, amount, method, status and references are kept, and nothing else', () => {
  expect(kept).toEqual({
    refid: 'abcdefghijklmnopqrstuvwxyz',
    paymentId: 'zyxwvutsrqponmlkjihgfedcba',
    route: '/bankResultMBB',
    at: '2026-11-21T11:50:00Z',
    accountEnding: '7801',
    amount: 13_878,
    method: 'm2u',
    outcome: 'successful',
  });
  expect(JSON.stringify(kept)).not.toMatch(/1234567801|secret|example/);
});

test('of a payment of several accounts their number is kept, and read again', () => {
  const account = {
    accountName: 'A*** B***',
    amount: sen(6_939),
    posting: null,
    isRefunded: false,
    serviceResumesBy: null,
  };
  const accounts = ['1234567801', '1234567802'].map((accountNumber) => ({ ...account, accountNumber }));
  const several = toKeptPayment({ ...result, accountNumber: null, accounts }, '/bankResultMBB');
  expect(several).toMatchObject({ accountEnding: null, accountCount: 2 });
  expect(JSON.stringify(several)).not.toMatch(/12345678/);
  expect(parsePaymentHistory([several, { ...several, accountCount: '4111111111111111' }, kept])).toEqual([
    several,
    kept,
  ]);
});

test('one without a confirmation has the time at which it was begun', () => {
  expect(toKeptPayment({ ...result, confirmedAt: null }, '/bankResultMBB')?.at).toBe('2026-11-21T11:48:00Z');
});

test('an order that nobody has tried to pay is no payment', () => {
  expect(toKeptPayment({ ...result, method: null }, '/bankResultMBB')).toBeNull();
  expect(toKeptPayment({ ...result, startedAt: null, confirmedAt: null }, '/bankResultMBB')).toBeNull();
});

test.each([
  ['successful', true],
  ['pending', true],
  ['pending-approval', true],
  ['review', true],
  ['failed', false],
  ['cancelled', false],
  ['expired', false],
  ['blacklisted', false],
] as const)('a result that is %s offers to keep its payment: %s', (outcome, isOffered) => {
  expect(canKeepPayment({ ...result, outcome })).toBe(isOffered);
});

test('row 61: neither a kiosk nor a partner’s customer is offered it', () => {
  expect(canKeepPayment({ ...result, refid: `KWEB${result.refid}` })).toBe(false);
  const returnToMerchant = { url: 'https://shop.example/done', fields: {} };
  expect(canKeepPayment({ ...result, returnToMerchant })).toBe(false);
});

test('payments are kept newest first, each once', () => {
  const both = keepPayment(keepPayment([], paymentOf(2)), paymentOf(1));
  expect(both.map(({ at }) => at.slice(8, 10))).toEqual(['02', '01']);
  const changed = keepPayment(both, { ...paymentOf(1), outcome: 'failed' });
  expect(changed.map(({ outcome }) => outcome)).toEqual(['successful', 'failed']);
});

test('the oldest make room after 24', () => {
  expect(historyMaxLength).toBe(24);
  const days = Array.from({ length: 25 }, (_, index) => index + 1);
  const all = days.reduce((payments, day) => keepPayment(payments, paymentOf(day)), keepPayment([], paymentOf(26)));
  expect(all).toHaveLength(24);
  expect(all.at(-1)?.at).toContain('2026-10-03');
});

test('one is removed by its reference', () => {
  expect(removePayment([kept, paymentOf(1)], kept.refid)).toEqual([paymentOf(1)]);
});

describe('what is stored', () => {
  test('is read as it was kept', () => {
    expect(parsePaymentHistory(JSON.parse(JSON.stringify([kept, paymentOf(1)])))).toEqual([kept, paymentOf(1)]);
  });

  test.each([undefined, null, 'text', 1, {}, [null], ['text'], [[]]])('is nothing for %j', (stored) => {
    expect(parsePaymentHistory(stored)).toEqual([]);
  });

  test.each([
    ['refid', '../../evil'],
    ['paymentId', 'x'],
    ['route', 'https://evil.example'],
    ['route', '/epayment/entry'],
    ['at', 'yesterday'],
    ['accountEnding', '4111111111111111'],
    ['amount', 1.5],
    ['amount', -1],
    ['method', 'cash'],
    ['outcome', 'paid'],
  ])('drops a payment whose %s is %j, and no other', (name, value) => {
    expect(parsePaymentHistory([{ ...kept, [name]: value }, paymentOf(1)])).toEqual([paymentOf(1)]);
  });

  test('keeps no field that is not listed', () => {
    expect(parsePaymentHistory([{ ...kept, cardNumber: '4111111111111111', receiptToken: 'secret' }])).toEqual([kept]);
  });

  test('has no more than the device keeps', () => {
    const stored = Array.from({ length: 40 }, () => kept);
    expect(parsePaymentHistory(stored)).toHaveLength(historyMaxLength);
  });
});
