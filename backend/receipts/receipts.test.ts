import { calls } from '@/lib/contract/calls';
import { noCustomerService } from '@/lib/domain/customer-service';
import { createDataEncryption } from '../data-encryption';
import { sharedKey } from '../operators/model';
import { erasePersonalData } from '../personal-data/erasure';
import {
  createPayment,
  encryptForPage,
  errorCodeOf,
  freshAccount,
  fpxRequest,
  payByFpx,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
  testVisit,
} from '../test-backend.fixture';
import { makeReceiptToken } from './link';

const issuer = { name: 'Example TV Sdn. Bhd.', registrationNumber: '1234567-A', address: '1 Jalan Contoh' };
const backend = setUpTestBackend({
  receipts: { issuer, showsFullAccount: true, linkDays: 30, customerService: noCustomerService },
});
const masking = setUpTestBackend({
  receipts: { issuer, showsFullAccount: false, linkDays: 30, customerService: noCustomerService },
});

type Backend = typeof backend;

async function tokenOf(refid: string, from: Backend = backend): Promise<string> {
  const { receiptToken } = await succeed(from, calls['payment.result'], { refid, visitId: testVisit });
  return receiptToken ?? '';
}

const read = (token: string, from: Backend = backend) => succeed(from, calls['receipt.get'], { token });
const refusalOf = (token: string) => errorCodeOf(backend, calls['receipt.get'], { token });
const nameCompany = (token: string, companyName: string | null) =>
  succeed(backend, calls['receipt.company'], { token, companyName });

/** Begins a payment by corporate online banking. */
async function beginAsCompany() {
  const refid = await createPayment(backend);
  const request = fpxRequest(refid);
  await succeed(backend, calls['payment.init'], {
    ...request,
    paymentRequest: {
      selectedPaymentMethod: 'fpxCorporate',
      fpxBankCorporateID: 'PBB0233',
      userEmailAddress: 'payer@example.com',
    },
  });
  return { refid, number: backend.corporate.begun.at(-1)?.order.number ?? '' };
}

/** Pays by corporate online banking. */
async function payAsCompany(): Promise<string> {
  const { refid, number } = await beginAsCompany();
  backend.corporate.setStatus(number, 'successful');
  expect(await statusOf(backend, refid)).toBe('successful');
  return refid;
}

test('the receipt of a bill names the biller, the account, the bank and the time, and the receipt number once it is posted', async () => {
  const accountNumber = freshAccount();
  const refid = await payByFpx(backend, accountNumber);
  const token = await tokenOf(refid);
  const receipt = await read(token);
  expect(receipt).toMatchObject({
    issuer,
    partnerKey: null,
    productname: null,
    orderNumber: null,
    accountNumber,
    accountName: expect.stringMatching(/^(\S\*{3} )*\S\*{3}$/),
    amount: 13_878,
    paymentMethod: 'fpx',
    bankName: 'Fake Bank',
    card: null,
    companyName: null,
    posting: { status: 'queued', receiptNumber: null },
    refunds: [],
    contactErased: false,
  });
  await backend.jobs.runDue();
  expect((await read(token)).posting).toMatchObject({ receiptNumber: expect.stringMatching(/^R\d{8}$/) });
});

test('the account is masked where the operator wants it so, in the name of the item too', async () => {
  const accountNumber = freshAccount();
  const receipt = await read(await tokenOf(await payByFpx(masking, accountNumber), masking), masking);
  expect(receipt.accountNumber).toBe(`••••••${accountNumber.slice(-4)}`);
  expect(JSON.stringify(receipt)).not.toContain(accountNumber);
});

test('row 62: the account of a bill that somebody else has shared is masked for its payer, in the e-mail and the shared link too', async () => {
  const accountNumber = freshAccount();
  const refid = await payByFpx(backend, accountNumber, true);
  await backend.jobs.runDue();
  const { receiptToken, receiptShareToken } = await succeed(backend, calls['payment.result'], {
    ...{ refid, visitId: testVisit },
  });
  for (const token of [receiptToken, receiptShareToken]) {
    const receipt = await read(token ?? '');
    expect(receipt).toMatchObject({
      accountNumber: `••••••${accountNumber.slice(-4)}`,
      posting: { status: 'accepted' },
    });
    expect(JSON.stringify(receipt)).not.toContain(accountNumber);
  }
  const mails = await backend.store.db.selectFrom('outbox').selectAll().execute();
  expect(mails.map(({ kind }) => kind)).toEqual(['receipt']);
  expect(JSON.stringify(mails)).not.toContain(accountNumber);
});

test('the e-mail has a link to the same receipt', async () => {
  const refid = await payByFpx(backend);
  const [message] = await sandboxControl(backend, 'messages?to=payer@example.com');
  const link = new URL(/http\S+/.exec(message.text)?.[0] ?? 'none');
  expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/receipt']);
  expect(link.href).not.toContain(refid);
  expect((await read(link.searchParams.get('token') ?? '')).paymentId).toBe(
    (await read(await tokenOf(refid))).paymentId,
  );
});

test('a card is named by its brand and last four digits', async () => {
  backend.cards.beginning = 'successful';
  const refid = await createPayment(backend);
  const card = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'PAYER' };
  await succeed(backend, calls['payment.init'], {
    ...{ refid, visitId: testVisit, shownAmount: 13_878 },
    paymentRequest: {
      selectedPaymentMethod: 'newCard',
      cardDetails: await encryptForPage(backend, refid, card),
      userEmailAddress: 'payer@example.com',
    },
  });
  expect(await read(await tokenOf(refid))).toMatchObject({ card: { cardBrand: 'visa', lastFour: '4242' } });
  const cardFor = async (visitId?: string) =>
    (await succeed(backend, calls['payment.result'], { refid, ...(visitId !== undefined && { visitId }) })).card;
  expect(await cardFor(testVisit)).toEqual({ cardBrand: 'visa', lastFour: '4242' });
  expect([await cardFor(), await cardFor('another-visit-of-the-tests')]).toEqual([null, null]);
});

test('a partner’s order that pays no bill is received by the partner, and does not name the customer’s account', async () => {
  const { paymentId } = await sandboxControl(backend, 'orders', {
    partnerKey: 'DEMO-SHOP',
    items: [{ name: 'Decoder', amount: 12_900 }],
    currency: 'MYR',
    charges: [{ name: 'Delivery', amount: 978 }],
    customer: { accountNumber: freshAccount() },
  });
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
  const { number } = await redirectToBank(backend, refid);
  backend.fpx.setStatus(number, 'successful');
  const { orderNumber, receiptToken } = await succeed(backend, calls['payment.result'], { refid, visitId: testVisit });
  expect(orderNumber).toMatch(/^[\w-]{36}$/);
  const receipt = await read(receiptToken ?? '');
  expect(receipt.issuer).toEqual({
    ...{ name: 'Demo Shop', registrationNumber: '000001-X', address: 'Example Street 2, 50000 Kuala Lumpur' },
    seller: { email: 'hello@demo-shop.example', phone: '+60300000000', statementText: 'EBILL*DEMO SHOP' },
  });
  expect(receipt).toMatchObject({
    partnerKey: 'DEMO-SHOP',
    productname: 'Decoder',
    orderNumber,
    accountNumber: null,
    posting: null,
  });
  const sent = await backend.store.db.selectFrom('outbox').selectAll().where('order_refid', '=', refid).execute();
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).toContain(`">${receipt.issuer.name}</p>`.replaceAll('"', '\\"'));
  expect([...receipt.itemDescList, ...receipt.additionalChargesList]).toEqual([
    { name: 'Decoder', amount: 12_900 },
    { name: 'Delivery', amount: 978 },
  ]);
});

test('row 58: the result gives the link to the visit that paid, and to no other; none while nothing is paid', async () => {
  const { refid, number } = await redirectToBank(backend);
  expect(await tokenOf(refid)).toBe('');
  backend.fpx.setStatus(number, 'successful');
  // A gateway is not asked again at once.
  await sandboxControl(backend, 'clock', { advance: 'PT10S' });
  expect(await tokenOf(refid)).not.toBe('');
  for (const visit of [{}, { visitId: 'another-visit-of-the-tests' }]) {
    const result = await succeed(backend, calls['payment.result'], { refid, ...visit });
    expect([result.status, result.receiptToken, result.receiptShareToken]).toEqual(['successful', null, null]);
  }
});

test('row 58: a link that we have not made opens nothing', async () => {
  const refid = await payByFpx(backend);
  const token = await tokenOf(refid);
  const { clock, receipts } = backend.services;
  const foreign = { clock, receipts, encryption: createDataEncryption(Buffer.alloc(32, 8)) };
  const sealed = backend.services.encryption.encrypt(`${refid} 99999999999999`, 'another purpose');
  const other = token.endsWith('A') ? 'B' : 'A';
  for (const forged of [
    refid,
    token.slice(3),
    token.slice(0, -4),
    `${token.slice(0, 20)}${other}${token.slice(21)}`,
    `${token}AAAA`,
    makeReceiptToken(foreign, refid),
    sealed,
    // Made by us, of nothing that is paid.
    makeReceiptToken(backend.services, 'a'.repeat(26)),
    makeReceiptToken(backend.services, await createPayment(backend)),
  ]) {
    expect([forged, await refusalOf(forged)]).toEqual([forged, 'unknown-receipt']);
  }
});

test('row 58: a link opens the receipt until its time is over, and changes nothing', async () => {
  const refid = await payByFpx(backend);
  await backend.jobs.runDue();
  const token = await tokenOf(refid);
  const { linkValidUntil } = await read(token);
  expect(Date.parse(linkValidUntil) - backend.clock.now().getTime()).toBeGreaterThan(29 * 86_400_000);
  const history = () =>
    backend.store.db.selectFrom('payment_history').selectAll().where('order_refid', '=', refid).execute();
  const before = await history();
  for (let time = 0; time < 3; time += 1) await read(token);
  expect(await history()).toEqual(before);
  await sandboxControl(backend, 'clock', { advance: 'P30D' });
  expect(await refusalOf(token)).toBe('receipt-link-expired');
  expect((await read(makeReceiptToken(backend.services, refid))).amount).toBe(13_878);
});

describe('the company that paid', () => {
  test('is named on the receipt as its payer types it, changed, and taken off again', async () => {
    const token = await tokenOf(await payAsCompany());
    expect((await nameCompany(token, 'Kedai Ah Meng Sdn. Bhd.')).companyName).toBe('Kedai Ah Meng Sdn. Bhd.');
    expect((await nameCompany(token, 'Ah Meng Trading')).companyName).toBe('Ah Meng Trading');
    expect((await read(token)).companyName).toBe('Ah Meng Trading');
    expect((await nameCompany(token, null)).companyName).toBeNull();
  });

  test('row 58: is not named by those with whom the payer shares the receipt', async () => {
    const refid = await payAsCompany();
    const own = await tokenOf(refid);
    const { receiptShareToken } = await succeed(backend, calls['payment.result'], { refid, visitId: testVisit });
    const shared = receiptShareToken ?? '';
    await nameCompany(own, 'Kedai Ah Meng Sdn. Bhd.');
    for (const companyName of ['Another Sdn. Bhd.', null]) {
      const request = { token: shared, companyName };
      expect(await errorCodeOf(backend, calls['receipt.company'], request)).toBe('view-only-link');
    }
    const { linkValidUntil, ...receipt } = await read(shared);
    expect(receipt).toMatchObject({ companyName: 'Kedai Ah Meng Sdn. Bhd.', isPayersLink: false });
    expect(await read(own)).toMatchObject({ ...receipt, isPayersLink: true });
    expect(Date.parse(linkValidUntil) - backend.clock.now().getTime()).toBeGreaterThan(29 * 86_400_000);
    await sandboxControl(backend, 'clock', { advance: 'P30D' });
    expect(await refusalOf(shared)).toBe('receipt-link-expired');
  });

  test('is named on the receipt of a payment by any method', async () => {
    const token = await tokenOf(await payByFpx(backend));
    expect((await nameCompany(token, 'Kedai Ah Meng Sdn. Bhd.')).companyName).toBe('Kedai Ah Meng Sdn. Bhd.');
  });

  test('row 39: a card number is no name of a company', async () => {
    const token = await tokenOf(await payAsCompany());
    const request = { token, companyName: 'Kedai 4111 1111 1111 1111' };
    expect(await errorCodeOf(backend, calls['receipt.company'], request)).toBe('invalid-request');
  });

  test('is erased with the contact data of the payment', async () => {
    const refid = await payAsCompany();
    await backend.jobs.runDue();
    const token = await tokenOf(refid);
    await nameCompany(token, 'Kedai Ah Meng Sdn. Bhd.');
    const request = { subject: { reference: refid }, reason: 'case 1', isDryRun: false, by: sharedKey };
    expect(await erasePersonalData(backend.services, request)).toMatchObject({ ok: true });
    expect(await read(token)).toMatchObject({ companyName: null, contactErased: true });
  });
});

describe('the company that pays, before its receipt is sent', () => {
  const company = 'Kedai Ah Meng Sdn. Bhd.';
  const resultOf = (refid: string, visitId = testVisit) =>
    succeed(backend, calls['payment.result'], { refid, visitId });
  const requestOf = (refid: string, visitId = testVisit) => ({ refid, visitId, companyName: company });

  /** Begins a payment that waits for its approver. */
  async function waitForApprover() {
    const begun = await beginAsCompany();
    backend.corporate.setStatus(begun.number, 'pending-approval');
    expect(await statusOf(backend, begun.refid)).toBe('pending-approval');
    return begun;
  }

  test('is on the receipt that is e-mailed once the payment is approved', async () => {
    const { refid, number } = await waitForApprover();
    expect((await resultOf(refid)).receiptCompany).toEqual({ companyName: null });
    await succeed(backend, calls['payment.company'], requestOf(refid));
    expect((await resultOf(refid)).receiptCompany).toEqual({ companyName: company });
    await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    backend.corporate.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    expect((await resultOf(refid)).receiptCompany).toEqual({ companyName: company });
    expect((await resultOf(refid, 'another-visit-of-tests-02')).receiptCompany).toBeNull();
    expect((await read(await tokenOf(refid))).companyName).toBe(company);
    const { text, mail } = await backend.store.db
      .selectFrom('outbox')
      .select(['text', 'mail'])
      .where('order_refid', '=', refid)
      .where('kind', '=', 'receipt')
      .executeTakeFirstOrThrow();
    expect(text).toContain(company);
    expect(mail?.html).toContain(company);
  });

  test('is taken off again', async () => {
    const { refid } = await waitForApprover();
    await succeed(backend, calls['payment.company'], requestOf(refid));
    await succeed(backend, calls['payment.company'], { ...requestOf(refid), companyName: null });
    expect((await resultOf(refid)).receiptCompany).toEqual({ companyName: null });
  });

  test('row 58: is neither named by nor shown to another visit that has the reference', async () => {
    const { refid } = await waitForApprover();
    await succeed(backend, calls['payment.company'], requestOf(refid));
    const other = 'another-visit-of-tests-02';
    expect((await resultOf(refid, other)).receiptCompany).toBeNull();
    expect(await errorCodeOf(backend, calls['payment.company'], requestOf(refid, other))).toBe('company-not-asked');
  });

  test('is not named where no company pays, or its payment has ended unpaid', async () => {
    const { refid: personal } = await redirectToBank(backend);
    expect(await errorCodeOf(backend, calls['payment.company'], requestOf(personal))).toBe('company-not-asked');
    const { refid, number } = await waitForApprover();
    backend.corporate.setStatus(number, 'failed');
    await sandboxControl(backend, 'clock', { advance: 'PT1M' });
    expect(await statusOf(backend, refid)).toBe('failed');
    expect(await errorCodeOf(backend, calls['payment.company'], requestOf(refid))).toBe('company-not-asked');
  });
});

describe('a suspended account', () => {
  const resumesBy = async (refid: string) =>
    (await succeed(backend, calls['payment.result'], { refid, visitId: testVisit })).serviceResumesBy;

  test('has its service back within an hour after all that is overdue was paid', async () => {
    const refid = await payByFpx(backend, freshAccount('02'));
    const { paymentDateTime } = await succeed(backend, calls['payment.result'], { refid });
    expect(Date.parse((await resumesBy(refid)) ?? '') - Date.parse(paymentDateTime ?? '')).toBe(3_600_000);
  });

  test('is promised nothing by a part of it, and an active account neither', async () => {
    const accountNumber = freshAccount('02');
    const { transactionRefId: refid } = await succeed(backend, calls['transaction.create'], {
      ...{ accountNumber, payOption: 'other', amount: 5_000, email: 'payer@example.com', payAgain: false },
    });
    await succeed(backend, calls['payment.init'], fpxRequest(refid, 5_000));
    backend.fpx.setStatus(backend.fpx.begun.at(-1)?.order.number ?? '', 'successful', 5_000);
    expect(await statusOf(backend, refid)).toBe('successful');
    expect(await resumesBy(refid)).toBeNull();
    expect(await resumesBy(await payByFpx(backend))).toBeNull();
  });
});
