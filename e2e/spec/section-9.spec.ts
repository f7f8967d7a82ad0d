import { corporate } from '../fixtures/payments';
import { checkCoverage, covers } from './coverage';
import { expect, expectFieldError, order, test, textOf } from './fixtures';

/* Business constants and limits. */

test(covers('9.1.1', '9.1.2'), async ({ page, home, account }) => {
  await page.goto('/pay/ebill');
  await expect(home.accountNumber).toHaveValue('');
  await home.lookUp(account('01').slice(1));
  await expectFieldError(home.accountNumber, 'en', 'Enter valid account number');
  await home.lookUp(account('01'));
  await expect(page).toHaveURL('/pay/ebill');
});

test(covers('9.2.1', '9.2.2'), async ({ startPayment, payment, account }) => {
  await startPayment(account('01'), '1.99');
  await expect(payment.total).toContainText('RM1.99');
  await expect(payment.method('fpx')).toBeEnabled();
  await expect(payment.method('fpxCorporate')).toBeDisabled();
  await startPayment(account('01', 1), '2');
  await expect(payment.method('fpxCorporate')).toBeEnabled();
  await startPayment(account('01', 2), '1');
  await expect(payment.total).toContainText('RM1.00');
});

test(
  covers('9.2.3', '9.2.4', '9.2.5'),
  { tag: '@controls' },
  async ({ configure, home, bill, startOrder, payment, account }) => {
    // docs/sandbox.md: instalments from RM100; the maximum of account 07 is RM200.
    await startOrder(account('01'), { amount: 9_999 });
    await expect(payment.method('epp')).toBeDisabled();
    await startOrder(account('01'), { amount: 10_000 });
    await expect(payment.method('epp')).toBeEnabled();
    await home.open();
    await home.lookUp(account('07'));
    await bill.payOther('200.01');
    await expectFieldError(bill.amount, 'en', 'Maximum amount allowed is RM200');
    await configure({ payAmtLimit: 50 });
    await home.open();
    await home.lookUp(account('01', 1));
    await bill.payOther('2999');
    await expectFieldError(bill.amount, 'en', 'exceeded the advance payment limit of RM 50/-');
  },
);

test(covers('9.2.6'), async ({ request, startSite }) => {
  const site = await startSite((_incoming, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ isApgDown: false, serverTime: new Date().toISOString() }));
  });
  expect(await (await request.get(`${site.url}/apg/util/config`)).json()).toHaveProperty('payAmtLimit', 0);
});

test(covers('9.3.1', '9.4.1', '9.7.1'), async ({ page, paymentApi, result, autoDebit, sandbox, account }) => {
  const accountNumber = account('01');
  const refid = await paymentApi.payAtBank(accountNumber);
  await result.open('/bankResultFPX', refid);
  await expect(autoDebit.offer).toContainText(/RM3 .*6 months/);
  const { code } = await autoDebit.requestPin(accountNumber);
  expect(code).toMatch(/^\d{6}$/);
  await autoDebit.enterPin(code);
  await expect(page.getByRole('main')).toContainText(/RM1\b.*reversed immediately/);
  await autoDebit.submitCard('4242 4242 4242 4242');
  await expect(autoDebit.title).toBeVisible();
  const states = async () =>
    (await sandbox.ledger()).verifications.filter((one) => one.refid === refid).map(({ state }) => state);
  await expect.poll(states).toEqual(['reversed']);
});

test(covers('9.5.1'), async ({ home, bill, account }) => {
  await home.open();
  await home.lookUp(account('02'));
  await expect(bill.value('bill-message')).toContainText(/resumes within 1 hour/);
});

test(covers('9.6.1'), { tag: '@controls' }, async ({ paymentApi, sandbox, account }) => {
  const refid = await paymentApi.createPayment(account('01'));
  const redirect = await paymentApi.begin(refid, corporate);
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(redirect, 'pending-approval'));
  const status = async () => (await paymentApi.readStatus(`/bankResultFPX?refid=${refid}`)).status;
  await sandbox.advanceClock('P4DT23H');
  expect(await status()).toBe('pending-approval');
  await sandbox.advanceClock('PT1H1M');
  await expect.poll(status).toBe('cancelled');
});

test(covers('9.7.2'), async ({ startPayment, payment, payByMobile, account }) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await payByMobile.requestTac('60220009701');
  await expect(payByMobile.errorSummary).toContainText('Invalid Phone Number');
  await payByMobile.requestTac('60120009701');
  await expect(payByMobile.tac).toBeVisible();
});

test(covers('9.8.1'), async ({ openVisit, account }) => {
  test.setTimeout(75_000);
  const visit = await openVisit();
  const start = Date.now();
  // Without scripts: the site's own timeout.
  await visit.post('/api/bill/lookup', { accountNumber: account('52') });
  expect(Math.round((Date.now() - start) / 1000)).toBeGreaterThanOrEqual(39);
  expect(Math.round((Date.now() - start) / 1000)).toBeLessThan(46);
});

test(covers('9.9.1', '9.10.1'), async ({ page, read, home }) => {
  await home.open();
  const button = page.locator('form:has([name="accountNumber"]) button[type="submit"]');
  // #e6007d
  await expect(button).toHaveCSS('background-color', 'rgb(230, 0, 125)');
  expect(await read('/', 'en')).toContain('<html lang="en"');
  expect(await read('/', 'ms')).toContain('<html lang="ms"');
  expect(await read('/', 'ms')).not.toBe(await read('/', 'en'));
});

test(covers('9.11.1', '9.11.2'), async ({ sandbox, read, account, startOrder, payment }) => {
  const { url } = await sandbox.createOrder(order);
  for (const brand of ['Visa', 'Mastercard', 'Amex']) expect(textOf(await read(url))).toContain(brand);
  await startOrder(account('01'));
  await payment.fillInstalments({ number: '3782 822463 10005', cvv: '1234' }, { bank: 'CIMB', months: 6 });
  await payment.pay.click();
  await expectFieldError(payment.field('eppCardNumber'), 'en', 'Enter valid Master/Visa card number');
  // A card of no other brand is accepted: this one is a JCB.
  await payment.fillCard({ number: '3530 1113 3330 0000' });
  await payment.pay.click();
  await expectFieldError(payment.field('cardNumber'), 'en', 'Enter valid card number');
});

test(covers('9.12.1'), async ({ page, startPayment, payment, payAtBank, result, account }) => {
  await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227', 'kept@ebill.example');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).toContain('kept@ebill.example');
  await startPayment(account('04'));
  await expect(payment.email).toHaveValue('kept@ebill.example');
});

checkCoverage(9);
