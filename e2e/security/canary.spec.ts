import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import type { Visit } from '../fixtures/visit';

/* Cards that only these tests use, so that their numbers are found only where these payments have left them. Each passes the Luhn check. */
const canaries = ['4539578763621486', '5425233430109903', '4916338506082832', '4024007198964305'] as const;
const [byScript, byInstalment, byForm, mistyped] = canaries;
const cvv = '739';
const expiry = '12/39';
const name = 'Aminah binti Ali';

/** The digits with any separators, also escaped. */
const anyCanary = new RegExp(canaries.map((number) => number.split('').join('(?:%(?:25)?20|\\D{0,3})')).join('|'));
/** A CVV by its field name, since three digits occur anywhere. */
const namedCvv = new RegExp(`cvv\\W{0,12}${cvv}`, 'i');

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the files of the stack that contain such a text: its store with the write-ahead log, the banks' event log, and its log. */
function findInFiles(...patterns: readonly RegExp[]): readonly string[] {
  return [...new Set([...listFiles(stack.dataDir), stack.logFile])].filter((file) => {
    // A server may delete a file meanwhile.
    const text = statSync(file, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(file, 'latin1');
    return patterns.some((pattern) => pattern.test(text));
  });
}

/** Searches for the canaries wherever this payment may have left traces. */
function expectNoTraces(refid: string) {
  expect(findInFiles(new RegExp(refid)), 'the files that know the payment').not.toEqual([]);
  expect(findInFiles(anyCanary, namedCvv)).toEqual([]);
}

/** Returns the cookies and storage of a page. */
async function readStorage(page: Page): Promise<string> {
  const own = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  );
  return own + JSON.stringify(await page.context().storageState());
}

test('row 31: a card that pays by script leaves its browser encrypted, and is nowhere after', async ({
  page,
  account,
  startPayment,
  startOrder,
  payment,
  bank,
  payAtBank,
  result,
}) => {
  const sent: string[] = [];
  const printed: string[] = [];
  page.on('request', (request: Request) => {
    sent.push(`${request.url()} ${decodeURIComponent(request.postData() ?? '')} ${JSON.stringify(request.headers())}`);
  });
  page.on('console', (message) => printed.push(message.text()));
  const expectNothing = async () => {
    expect(await readStorage(page)).not.toMatch(anyCanary);
    expect(await page.content()).not.toMatch(anyCanary);
  };

  const refid = await startPayment(account('01'));
  await payment.fillCard({ number: mistyped, expiry: '01/20', cvv });
  await payment.pay.click();
  await expect(payment.errorSummary).toBeVisible();
  await payment.fillCard({ number: byScript, expiry, cvv });
  await payment.field('saveCard').check();
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expectNothing();

  await startPayment(account('02'));
  await payment.chooseSavedCard(byScript.slice(-4), cvv);
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expectNothing();

  await startOrder(account('01'));
  await payment.fillInstalments({ number: byInstalment, expiry, cvv }, { bank: 'MBB', months: 12 });
  await payment.pay.click();
  await bank.arrive();
  await bank.press('Decline');
  await expect(result.status).toHaveAttribute('data-status', 'failed');
  await expectNothing();

  expect(sent.length).toBeGreaterThan(20);
  expect(sent.join('\n')).not.toMatch(anyCanary);
  expect(sent.join('\n')).not.toMatch(namedCvv);
  expect(printed.join('\n')).not.toMatch(anyCanary);
  expectNoTraces(refid);
});

/** The page after a form, with its errors, and the cookies of its response. */
async function readAfter(visit: Visit, location: string | undefined): Promise<string> {
  const html = await (await visit.get(location ?? '/')).text();
  return html + JSON.stringify(await visit.request.storageState());
}

test('row 31: a card that is posted by a page without scripts goes no further than the boundary', async ({
  account,
  openVisit,
  paymentApi,
  sandbox,
}) => {
  const visit = await openVisit();
  const refid = await visit.startPayment(account('01'));
  const card = {
    selectedPaymentMethod: 'newCard',
    cardNumber: byForm,
    cardExpiry: expiry,
    cardCvv: cvv,
    cardName: name,
  };
  for (const wrong of [
    { cardExpiry: '01/20' },
    { cardCvv: `${cvv}9` },
    { cardNumber: `${byForm}0` },
    { cardName: byForm },
  ]) {
    const answer = await visit.pay(refid, { ...card, ...wrong });
    expect(await readAfter(visit, answer.headers()['location']), JSON.stringify(wrong)).not.toMatch(anyCanary);
  }
  const answer = await visit.pay(refid, { ...card, saveCard: 'on' });
  expect(answer.headers()['location']).toBe(`/epayment/entry/redirect?refid=${refid}`);
  expect(await readAfter(visit, answer.headers()['location'])).not.toMatch(anyCanary);

  const order = { partnerKey: 'DEMO-SHOP', isEpp: true, items: [{ name: 'Decoder', amount: 120_000 }] };
  const customer = { accountNumber: account('09') };
  const instalment = await paymentApi.findRefid((await sandbox.createOrder({ ...order, customer })).paymentId);
  const plan = { selectedPaymentMethod: 'epp', eppBank: 'MBB', monthTerm: '12' };
  const given = { eppCardNumber: byForm, eppCardExpiry: expiry, eppCardCvv: cvv, eppCardName: name };
  const begun = await visit.pay(instalment, { ...plan, ...given });
  expect(await readAfter(visit, begun.headers()['location'])).not.toMatch(anyCanary);

  const saved = await paymentApi.findRefid((await sandbox.createOrder({ ...order, customer })).paymentId);
  const [uniqueCardId = ''] = await paymentApi.savedCards(saved);
  const chosen = await visit.pay(saved, { selectedPaymentMethod: 'savedCard', uniqueCardId, savedCardCvv: cvv });
  expect(chosen.headers()['location']).toBe(`/epayment/entry/redirect?refid=${saved}`);
  for (const reference of [refid, instalment, saved]) {
    expect((await sandbox.history(reference)).attempts).toMatchObject([{ state: 'redirected' }]);
    expect(JSON.stringify(await sandbox.history(reference))).not.toMatch(anyCanary);
  }
  expectNoTraces(refid);
});

test('row 39: a card number typed into any other field is refused there, and is nowhere after', async ({
  account,
  openVisit,
  paymentApi,
}) => {
  const visit = await openVisit();
  const accountNumber = account('01');
  const bill = await visit.lookUp(accountNumber);
  const refid = await visit.startPayment(accountNumber);
  const bank = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', userEmailAddress: 'payer@ebill.example' };
  const newCard = {
    selectedPaymentMethod: 'newCard',
    cardNumber: '4242424242424242',
    cardExpiry: expiry,
    cardCvv: cvv,
  };
  const mobile = await paymentApi.createPayment(account('02'));
  await paymentApi.init(mobile, { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' });
  const payForm = await visit.readForm(`/epayment/entry?refid=${refid}`, '/api/payment/pay');
  const pan = mistyped;
  const spaced = pan.replace(/(\d{4})(?=\d)/g, '$1 ');
  for (const typed of [
    pan,
    spaced,
    pan.replace(/(\d{4})(?=\d)/g, '$1-'),
    `my card ${spaced}`,
    `${pan}@ebill.example`,
  ]) {
    for (const { path, fields } of [
      { path: '/api/bill/lookup', fields: { accountNumber: typed } },
      { path: '/api/bill/pay', fields: { ...bill, payOption: 'other', amount: typed } },
      { path: '/api/bill/pay', fields: { ...bill, payOption: 'current', email: typed } },
      { path: '/api/bill/pay', fields: { ...bill, payOption: 'current', phoneNumber: typed } },
      { path: '/api/payment/pay', fields: { ...payForm, ...bank, userEmailAddress: typed } },
      { path: '/api/payment/pay', fields: { ...payForm, ...bank, phoneNumber: typed } },
      { path: '/api/payment/pay', fields: { ...payForm, ...bank, ...newCard, cardName: typed } },
      { path: '/api/pay-by-mobile/send', fields: { refid: mobile, mobileNumber: typed } },
      { path: '/api/pay-by-mobile/verify', fields: { refid: mobile, tac: typed } },
    ]) {
      const form = `${path} ${JSON.stringify(fields)}`;
      const { status, answer } = await visit.postJson(path, fields);
      expect(status, form).toBe(422);
      expect(JSON.stringify(answer), form).not.toMatch(anyCanary);
      const posted = await visit.post(path, fields);
      expect(await readAfter(visit, posted.headers()['location']), form).not.toMatch(anyCanary);
    }
  }
  expectNoTraces(refid);
});

test('row 39: a card number is found however it is written, in fields, addresses and reports', async ({
  account,
  openVisit,
}) => {
  const visit = await openVisit();
  const accountNumber = account('01');
  const bill = await visit.lookUp(accountNumber);
  const refid = await visit.startPayment(accountNumber);
  const payForm = await visit.readForm(`/epayment/entry?refid=${refid}`, '/api/payment/pay');
  const groups = mistyped.replace(/(\d{4})(?=\d)/g, '$1 ');
  for (const typed of [
    ...['+', "'", '/'].map((separator) => `${groups.replaceAll(' ', separator)}@ebill.example`),
    `${encodeURIComponent(groups)}@ebill.example`,
    encodeURIComponent(encodeURIComponent(groups)),
    mistyped.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  ]) {
    for (const { path, fields } of [
      { path: '/api/bill/pay', fields: { ...bill, payOption: 'current', email: typed } },
      { path: '/api/payment/pay', fields: { ...payForm, selectedPaymentMethod: 'm2u', userEmailAddress: typed } },
    ]) {
      const { status, answer } = await visit.postJson(path, fields);
      expect([path, typed, status]).toEqual([path, typed, 422]);
      expect(JSON.stringify(answer)).not.toMatch(anyCanary);
    }
    for (const { path, fields } of [
      { path: '/api/payment/remove-card/question', fields: { refid, card: typed } },
      { path: '/api/language', fields: { locale: 'en', returnTo: `/apg/help?q=${typed}` } },
      { path: '/api/language', fields: { locale: 'en', returnTo: '/', form: 'look-up', accountNumber: typed } },
    ]) {
      const posted = await visit.post(path, fields);
      expect(posted.headers()['location'], `${path} ${typed}`).not.toMatch(anyCanary);
    }
    await visit.get(`/${encodeURIComponent(typed)}`);
    const report = { 'csp-report': { 'blocked-uri': 'inline', 'document-uri': `${stack.site}/${typed}` } };
    await visit.request.post(`${stack.site}/api/policy-report`, {
      headers: { 'content-type': 'application/csp-report' },
      data: JSON.stringify(report),
    });
  }
  expectNoTraces(refid);
});
