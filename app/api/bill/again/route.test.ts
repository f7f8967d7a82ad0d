import { isRefid, type Refid } from '@/lib/domain/payment/references';
import { success } from '@/lib/domain/result';
import { readFlash } from '@/lib/server/forms/flash';
import { lookUpLimits } from '@/lib/server/bill/look-up';
import { consumeRateLimits } from '@/lib/server/security/rate-limits';
import { makeVisitPaymentCookie } from '@/lib/server/session/visit-payments';
import { rememberVisited } from '@/lib/server/session/visited-payments';
import { POST } from './route';

const cookies = new Map<string, { value: string }>();
jest.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => cookies }));
jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string) => key,
}));

const [refid] = ['a'.repeat(26)].filter(isRefid) as [Refid];
const contact = { email: 'payer@example.com', phoneNumber: null };

const cancelled = {
  ...{ refid, paymentId: 'b'.repeat(26), partnerKey: 'EBILL', serverTime: '2026-11-25T03:00:00.000Z' },
  ...{ status: 'cancelled', productname: 'Satellite TV bill', accountNumber: '1234567801', amount: 13_878 },
  ...{ paymentMethod: null, bankName: null, bankRefNo: null, transactionId: null, transactionDateTime: null },
  ...{ paymentDateTime: null, numberOfInstalments: null, isAutoDebit: false, canTryAgain: false, canContinue: false },
  ...{
    approvalDeadline: null,
    approvalSentTo: null,
    reminderDaysBefore: null,
    receiptSentTo: null,
    contactErased: false,
    posting: null,
    ...{ accounts: [], itemDescList: [], additionalChargesList: [] },
    unappliedPayments: [],
  },
  ...{ refunds: [], reasonCode: null, autoDebitResponse: null },
  bankPaymentPageResponse: { merchantBankResponseDto: null, responseCode: null, responseURL: null },
};
let payment: object = cancelled;
let lookedUp: string[] = [];
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async ({ name }: { name: string }, { accountNumber }: { accountNumber: string }) => {
    if (name === 'payment.result') return success(payment);
    lookedUp.push(accountNumber);
    return success({ accountNumber });
  },
}));

beforeEach(() => {
  cookies.clear();
  globalThis.ebillProcess = undefined;
  payment = cancelled;
  lookedUp = [];
});

function store(line: string | null) {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line ?? '') ?? [];
  cookies.set(name, { value });
}

/** Opens the payment's page, as anybody can who has its link. */
async function openPayment() {
  const nextUrl = new URL(`http://localhost:3000/epayment/entry?refid=${refid}`);
  store(await rememberVisited({ method: 'GET', headers: new Headers(), nextUrl, cookies: { get: () => undefined } }));
}

/** `typed`: what is posted besides the payment's reference. */
async function showBill(typed: Readonly<Record<string, string>> = {}) {
  const response = await POST(
    new Request('http://localhost:3000/api/bill/again', {
      method: 'POST',
      body: new URLSearchParams({ refid, ...typed }),
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  for (const line of response.headers.getSetCookie()) if (line.startsWith('ebill-flash-')) store(line);
  return { next: response.headers.get('location'), lookedUp };
}

const open = { status: 'session-expired', canTryAgain: true };

test('the bill of a payment that waits for a method is shown with its amount and the contact that was typed', async () => {
  await openPayment();
  store(await makeVisitPaymentCookie(refid, { contact, cameFromBill: true }, false));
  payment = { ...cancelled, ...open };
  expect(await showBill()).toEqual({ next: '/pay/ebill', lookedUp: ['1234567801'] });
  const values = { payOption: 'other', amount: '138.78', email: 'payer@example.com', phoneNumber: '' };
  expect((await readFlash('bill'))?.values).toEqual(values);
  await showBill({ email: 'other@example.com', phoneNumber: '12 345 6789' });
  const typed = { email: 'other@example.com', phoneNumber: '12 345 6789' };
  expect((await readFlash('bill'))?.values).toEqual({ ...values, ...typed });
});

test('a payment of several accounts leads back to their list, as long as it waits for a method or was cancelled', async () => {
  await openPayment();
  store(await makeVisitPaymentCookie(refid, { contact, cameFromBill: true }, false));
  const accounts = ['1234567801', '2234567801'].map((accountNumber) => ({ accountNumber, amount: 100, posting: null }));
  const several = { ...cancelled, accountNumber: null, accounts };
  for (const state of [open, {}]) {
    payment = { ...several, ...state };
    expect(await showBill()).toEqual({ next: `/pay/accounts?refid=${refid}`, lookedUp: [] });
  }
  payment = { ...several, status: 'expired' };
  expect(await showBill()).toEqual({ next: '/', lookedUp: [] });
});

test('row 14: the list of a payment of several accounts is not offered to whoever has the link of the payment', async () => {
  await openPayment();
  payment = {
    ...cancelled,
    accountNumber: null,
    accounts: [{ accountNumber: '1234567801', amount: 1, posting: null }],
  };
  expect(await showBill()).toEqual({ next: '/', lookedUp: [] });
});

test('the amount of an order that returns to a partner cannot be changed', async () => {
  await openPayment();
  store(await makeVisitPaymentCookie(refid, { contact, cameFromBill: true }, false));
  const merchantBankResponseDto = { status: 'cancelled' };
  const bankPaymentPageResponse = {
    merchantBankResponseDto,
    responseCode: '318',
    responseURL: 'https://shop.example/',
  };
  payment = { ...cancelled, ...open, bankPaymentPageResponse };
  expect(await showBill()).toEqual({ next: '/', lookedUp: [] });
});

test('row 14: the bill of a payment is shown again to the visit that has taken it to payment', async () => {
  await openPayment();
  store(await makeVisitPaymentCookie(refid, { contact, cameFromBill: true }, false));
  expect(await showBill()).toEqual({ next: '/pay/ebill', lookedUp: ['1234567801'] });
});

test('row 14: the bill of a payment is shown again 30 times in ten minutes, however often its account was looked up elsewhere', async () => {
  await openPayment();
  store(await makeVisitPaymentCookie(refid, { contact, cameFromBill: true }, false));
  const visit = { clientAddress: 'unknown', hasScripts: false };
  for (let index = 0; index < 12; index += 1)
    await consumeRateLimits(lookUpLimits('1234567801', visit), async () => false);
  for (let index = 0; index < 30; index += 1) expect((await showBill()).next).toBe('/pay/ebill');
  lookedUp = [];
  expect(await showBill()).toEqual({ next: '/', lookedUp: [] });
  // The browser itself posts it, so that a proof of work would not help.
  expect((await readFlash('look-up'))?.formError).toBe('errors.tooManyRequests');
});

test('row 14: whoever has the link of a payment is not shown its bill, whose account number the payment masks', async () => {
  await openPayment();
  expect(await showBill()).toEqual({ next: '/', lookedUp: [] });
  // Nor whoever has chosen a method there.
  store(await makeVisitPaymentCookie(refid, { contact, gatewayRequest: null }, false));
  expect(await showBill()).toEqual({ next: '/', lookedUp: [] });
});

test.each([
  ['is paid', { status: 'successful', paymentMethod: 'newCard' }],
  ['is being confirmed', { status: 'pending', paymentMethod: 'fpx' }],
  ['may still be paid late', { status: 'expired', paymentMethod: 'fpx' }],
  ['pays no account', { accountNumber: null }],
])('row 14: the bill of a payment that %s is not shown again', async (_state, changes) => {
  await openPayment();
  store(await makeVisitPaymentCookie(refid, { contact, cameFromBill: true }, false));
  payment = { ...cancelled, ...changes };
  expect(await showBill()).toEqual({ next: '/', lookedUp: [] });
});
