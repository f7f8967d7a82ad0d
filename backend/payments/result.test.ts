import { calls } from '@/lib/contract/calls';
import {
  createPayment,
  freshAccount,
  payByFpx,
  postCallback,
  postReturn,
  sandboxControl,
  redirectToBank,
  setUpTestBackend,
  statusOf,
  succeed,
  testVisit,
} from '../test-backend.fixture';

const backend = setUpTestBackend();
beforeEach(async () => {
  await backend.store.db.updateTable('partners').set({ registered_origins: '["https://shop.example"]' }).execute();
});

const readResult = (refid: string, language: 'en' | 'ms' = 'en') =>
  succeed(backend, calls['payment.result'], { refid, language, visitId: testVisit });
const anInstant = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);

async function openOrder(more: object = {}): Promise<string> {
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 13_878 }], ...more };
  const { paymentId } = await sandboxControl(backend, 'orders', order);
  return (await succeed(backend, calls['payment.page'], { paymentId })).refid;
}

test('a paid bill: all data, once the bank has confirmed', async () => {
  const accountNumber = freshAccount();
  const { refid, number } = await redirectToBank(backend, await createPayment(backend, accountNumber));
  backend.fpx.setStatus(number, 'successful');
  const { paymentId } = await succeed(backend, calls['payment.page'], { refid });
  expect(await readResult(refid)).toEqual({
    refid,
    paymentId,
    partnerKey: 'EBILL',
    orderNumber: null,
    serverTime: anInstant,
    status: 'successful',
    productname: 'Satellite TV bill',
    ...{ paidTo: null, itemDescList: [], additionalChargesList: [] },
    accountNumber,
    amount: 13_878,
    paymentMethod: 'fpx',
    card: null,
    bankName: 'Fake Bank',
    bankRefNo: `ref-${number}`,
    transactionId: number,
    transactionDateTime: anInstant,
    paymentDateTime: anInstant,
    numberOfInstalments: null,
    isAutoDebit: false,
    isForApprover: false,
    canTryAgain: false,
    canContinue: false,
    approvalDeadline: null,
    approvalSentTo: null,
    reminderDaysBefore: null,
    receiptSentTo: 'p***@example.com',
    receiptCompany: null,
    receiptToken: expect.stringMatching(/^v1\.[\w-]{60,}$/),
    receiptShareToken: expect.stringMatching(/^v1\.[\w-]{60,}$/),
    serviceResumesBy: null,
    contactErased: false,
    posting: { status: 'queued', receiptNumber: null, usualMinutes: 5 },
    accounts: [],
    refunds: [],
    unappliedPayments: [],
    reasonCode: 'successful',
    bankPaymentPageResponse: { merchantBankResponseDto: null, responseCode: null, responseURL: null },
    autoDebitResponse: {
      autoDebitPopupTitle: 'Never miss a bill',
      autoDebitPopupMessage: expect.stringContaining('rebate'),
      autoDebitThankYouMessage: 'Thank you. Your account is now on auto debit.',
      autoDebitType: 'otp',
    },
  });
  expect((await readResult(refid, 'ms')).autoDebitResponse?.autoDebitPopupTitle).toBe('Jangan terlepas bayar bil lagi');
});

describe('the posting of a paid bill', () => {
  const postingOf = async (refid: string) => {
    const { posting } = await readResult(refid);
    return posting && [posting.status, posting.receiptNumber];
  };
  const pay = async (ending: string) => {
    const refid = await payByFpx(backend, freshAccount(ending));
    await backend.jobs.runDue();
    return refid;
  };
  const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });

  test('is accepted, with the biller’s receipt number', async () => {
    expect(await postingOf(await pay('01'))).toEqual(['accepted', expect.stringMatching(/^R\d{8}$/)]);
  });

  test('is pending while the biller calls it so', async () => {
    const refid = await pay('13');
    expect(await postingOf(refid)).toEqual(['pending', null]);
    await advance('PT2H');
    expect(await postingOf(refid)).toEqual(['accepted', expect.any(String)]);
  });

  test('is in review when the biller refuses it', async () => {
    const refid = await pay('12');
    expect(await postingOf(refid)).toEqual(['review', null]);
    expect(await statusOf(backend, refid)).toBe('successful');
  });

  test('is in review after 24 hours without an answer', async () => {
    await sandboxControl(backend, 'biller', { mode: 'down', times: 1_000 });
    const refid = await pay('01');
    expect(await postingOf(refid)).toEqual(['queued', null]);
    await advance('PT24H1M');
    expect(await postingOf(refid)).toEqual(['review', null]);
  });

  test('is not there for a payment that pays no bill, or is not credited', async () => {
    const { refid } = await redirectToBank(backend);
    expect(await postingOf(refid)).toBeNull();
    const order = await openOrder({ customer: { accountNumber: freshAccount() } });
    const { number } = await redirectToBank(backend, order);
    backend.fpx.setStatus(number, 'successful');
    // The customer's account is not what was paid.
    expect(await readResult(order)).toMatchObject({ status: 'successful', accountNumber: null });
    expect(await postingOf(order)).toBeNull();
  });
});

test('one that failed: no receipt, no confirmation, no offer', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'failed'));
  expect(await readResult(refid)).toMatchObject({
    status: 'failed',
    transactionId: number,
    paymentDateTime: null,
    approvalSentTo: null,
    reminderDaysBefore: null,
    receiptSentTo: null,
    autoDebitResponse: null,
    canTryAgain: true,
  });
});

test('one that is pending says where its receipt will go', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'pending'));
  expect(await readResult(refid)).toMatchObject({ status: 'pending', receiptSentTo: 'p***@example.com' });
});

test('one without attempts has no attempt data', async () => {
  expect(await readResult(await openOrder())).toMatchObject({
    status: 'session-expired',
    paymentMethod: null,
    bankName: null,
    bankRefNo: null,
    transactionId: null,
    transactionDateTime: null,
    paymentDateTime: null,
    numberOfInstalments: null,
    isAutoDebit: false,
    approvalSentTo: null,
    reminderDaysBefore: null,
    receiptSentTo: null,
    reasonCode: null,
  });
});

test('the approval deadline is shown only while the approval is pending', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'pending-approval'));
  expect(await readResult(refid)).toMatchObject({ approvalDeadline: anInstant, approvalSentTo: 'p***@example.com' });
  backend.fpx.setStatus(number, 'failed');
  await sandboxControl(backend, 'clock', { advance: 'PT1H' });
  expect(await readResult(refid)).toMatchObject({ status: 'failed', approvalDeadline: null, approvalSentTo: null });
});

describe('the return to the merchant', () => {
  const responseURL = 'https://shop.example/result';
  const handedOf = async (refid: string) => (await readResult(refid)).bankPaymentPageResponse;

  test('has the outcome and the amount, signed', async () => {
    const refid = await openOrder({ responseURL, responseCode: 'A7' });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    const { paymentId, ...result } = await readResult(refid);
    expect(result.bankPaymentPageResponse).toEqual({
      merchantBankResponseDto: {
        paymentId,
        orderNumber: expect.stringMatching(/^[\w-]{36}$/),
        status: 'successful',
        amount: '13878',
        currency: 'MYR',
        bankRefNo: `ref-${number}`,
        paymentDateTime: result.paymentDateTime,
        responseCode: 'A7',
        keyId: 'sandbox',
        signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      responseCode: 'A7',
      responseURL,
    });
  });

  test('leaves out a missing reference, time and response code', async () => {
    const refid = await openOrder({ responseURL });
    const { number } = await redirectToBank(backend, refid);
    await postReturn(backend, { ...backend.fpx.sign(number, 'failed'), signature: '' });
    const { merchantBankResponseDto: fields, ...more } = await handedOf(refid);
    expect(fields).toMatchObject({ status: 'failed', bankRefNo: '', paymentDateTime: '' });
    expect(fields).not.toHaveProperty('responseCode');
    expect(more).toEqual({ responseCode: null, responseURL });
  });

  test('has only the address before the first attempt', async () => {
    const refid = await openOrder({ responseURL, responseCode: 'A7' });
    expect(await handedOf(refid)).toEqual({ merchantBankResponseDto: null, responseCode: 'A7', responseURL });
  });

  test('is empty once its address is no longer registered', async () => {
    const refid = await openOrder({ responseURL, responseCode: 'A7' });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    await backend.store.db.updateTable('partners').set({ registered_origins: '["https://other.example"]' }).execute();
    expect(await handedOf(refid)).toEqual({ merchantBankResponseDto: null, responseCode: 'A7', responseURL: null });
  });
});

test('row 42: who polls a result for ten minutes causes five enquiries and one in 30 s; a callback is still confirmed', async () => {
  const { refid, number } = await redirectToBank(backend);
  for (let seconds = 0; seconds < 600; seconds += 5) {
    await statusOf(backend, refid);
    await sandboxControl(backend, 'clock', { advance: 'PT5S' });
  }
  expect(backend.fpx.enquired.length).toBeLessThanOrEqual(5 + 600 / 30);
  backend.fpx.setStatus(number, 'successful');
  expect((await postCallback(backend, backend.fpx.sign(number, 'successful'))).statusCode).toBe(200);
  const history = await sandboxControl(backend, `payments/${refid}`);
  expect(history).toMatchObject({ status: 'successful' });
});
