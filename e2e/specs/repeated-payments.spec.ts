import type { Browser, Page } from '@playwright/test';
import { BankPage } from '../pages/bank-page';
import { BillPage } from '../pages/bill-page';
import { HomePage } from '../pages/home-page';
import { PaymentPage } from '../pages/payment-page';
import { ResultPage } from '../pages/result-page';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { randomClientAddress } from '../fixtures/test';
import en from '../../messages/en.json';

/* A bill is not paid twice by mistake: design, section 6. An account owes RM10 or more: its amounts are read from its bill. */

/** The pages of another payer: another browser with another IP address. */
async function openPayer(browser: Browser, scripts: boolean) {
  const extraHTTPHeaders = { 'x-forwarded-for': randomClientAddress() };
  const context = await browser.newContext({ extraHTTPHeaders, javaScriptEnabled: scripts, baseURL: stack.site });
  return payerOf(await context.newPage(), scripts);
}

function payerOf(page: Page, scripts: boolean) {
  return {
    page,
    home: new HomePage(page),
    bill: new BillPage(page),
    payment: new PaymentPage(page),
    bank: new BankPage(page, stack.banks, scripts),
    result: new ResultPage(page),
  };
}
type Payer = ReturnType<typeof payerOf>;

async function lookUp({ home, bill }: Payer, accountNumber: string) {
  await home.open();
  await home.lookUp(accountNumber);
  await bill.pay.waitFor();
}

/** Proceeds with the whole current balance. */
async function payBalance({ bill }: Payer) {
  await bill.option('current').check();
  await bill.pay.click();
}

test('a bill that was paid since its page was opened is shown as it is now, with the reason @both', async ({
  page,
  account,
  paymentApi,
  sandbox,
  javaScriptEnabled,
}) => {
  const accountNumber = account('01');
  const payer = payerOf(page, javaScriptEnabled !== false);
  await lookUp(payer, accountNumber);
  await paymentApi.payAtBank(accountNumber);
  // The payment is posted to the biller after the bank's return. Until then the bill asks for a confirmation.
  await expect.poll(async () => (await sandbox.biller(accountNumber)).balance).toBe(0);
  await payer.bill.pay.click();
  await expect(payer.bill.errorSummary).toContainText(en.errors.billChanged);
  await expect(payer.bill.value('current-balance')).toContainText('RM0.00');
});

test('a bill leads the visit that has begun its payment to it, and no other visit @both', async ({
  page,
  browser,
  account,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const accountNumber = account('01');
  const first = payerOf(page, scripts);
  await lookUp(first, accountNumber);
  await payBalance(first);
  const refid = await first.payment.refid();
  await first.payment.chooseBank('fpx', 'MB2U0227');
  await first.payment.pay.click();
  await first.bank.arrive();

  const second = await openPayer(browser, scripts);
  await lookUp(second, accountNumber);
  await expect(second.bill.recentPayments).toHaveCount(1);
  await expect(second.bill.ownPayment).toHaveCount(0);

  await lookUp(first, accountNumber);
  await first.bill.ownPayment.click();
  await expect(page.getByTestId('attempt-in-progress')).toBeVisible();
  expect(await first.payment.refid()).toBe(refid);
});

test('a bill that this visit has paid leads to that payment, and another visit not @both', async ({
  page,
  browser,
  account,
  payAtBank,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const accountNumber = account('01');
  const first = payerOf(page, scripts);
  await lookUp(first, accountNumber);
  await payBalance(first);
  await first.payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(first.result.status).toHaveAttribute('data-status', 'successful');

  await lookUp(first, accountNumber);
  await expect(first.bill.ownPayment).toBeVisible();
  const second = await openPayer(browser, scripts);
  await lookUp(second, accountNumber);
  await expect(second.bill.ownPayment).toHaveCount(0);
  await first.bill.ownPayment.click();
  await expect(first.result.status).toHaveAttribute('data-status', 'successful');
});

test('back on the bill that was paid, it is shown as it is now @both', async ({
  page,
  account,
  payAtBank,
  sandbox,
  javaScriptEnabled,
}) => {
  const accountNumber = account('01');
  const payer = payerOf(page, javaScriptEnabled !== false);
  await lookUp(payer, accountNumber);
  await payBalance(payer);
  await payer.payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(payer.result.status).toHaveAttribute('data-status', 'successful');
  await expect.poll(async () => (await sandbox.biller(accountNumber)).balance).toBe(0);
  await page.goto('/pay/ebill');
  await expect(payer.bill.ownPayment).toBeVisible();
  await expect(payer.bill.value('current-balance')).toContainText('RM0.00');
});

test('a corporate payment that waits for approval: other payers are warned, one payment is accepted, balances agree @both', async ({
  page,
  browser,
  account,
  sandbox,
  javaScriptEnabled,
}) => {
  // Four payers, one after the other.
  test.slow();
  const scripts = javaScriptEnabled !== false;
  const accountNumber = account('01');
  const first = payerOf(page, scripts);
  const second = await openPayer(browser, scripts);
  await lookUp(first, accountNumber);
  await expect(first.bill.recentPayments).toHaveCount(0);
  await lookUp(second, accountNumber);
  const balance = (await sandbox.biller(accountNumber)).balance;

  await payBalance(first);
  const refid = await first.payment.refid();
  await first.payment.chooseBank('fpxCorporate', 'MBB0228');
  await first.payment.pay.click();
  await first.bank.arrive();
  await first.bank.press('Pending corporate approval');
  await expect(first.result.status).toHaveAttribute('data-status', 'pending-approval');

  // The bill was shown before: the server still requires a confirmation.
  await payBalance(second);
  await expect(second.bill.errorSummary).toContainText(en.validation.payAgainRequired);
  await expect(second.bill.recentPayments).toHaveAttribute('data-status', 'pending-approval');
  await expect(second.bill.outstanding).toHaveText('RM0.00');
  // Nobody has paid it yet.
  await expect(second.page.getByText(en.recentPayments.unpaidTitle)).toBeVisible();
  await expect(second.page.getByText(en.recentPayments.title)).toHaveCount(0);

  for (let times = 0; times < 2; times += 1) {
    const next = await openPayer(browser, scripts);
    await lookUp(next, accountNumber);
    await expect(next.bill.recentPayments).toHaveCount(1);
    await payBalance(next);
    await expect(next.bill.errorSummary).toContainText(en.validation.payAgainRequired);
    await next.page.context().close();
  }

  await sandbox.settle(refid, 'successful');
  await expect(first.result.status).toHaveAttribute('data-status', 'successful', { timeout: 10_000 });
  await expect(first.page.getByTestId('posting-status')).toHaveAttribute('data-status', 'accepted', {
    timeout: 15_000,
  });
  const receipt = await first.page.getByTestId('receipt-number').textContent();

  await lookUp(second, accountNumber);
  await expect(second.bill.recentPayments).toHaveCount(0);
  await expect(second.bill.value('current-balance')).toHaveText('RM0.00');
  const credits = (await sandbox.ledger()).credits.filter((credit) => credit.refid === refid);
  expect(credits).toMatchObject([{ amount: balance }]);
  expect(await sandbox.biller(accountNumber)).toMatchObject({
    balance: 0,
    postings: [{ amount: balance, status: 'accepted', receiptNumber: receipt }],
  });
  await second.page.context().close();
});

test('two browsers on the payment page at once: one begins, the other must confirm, and can then pay @both', async ({
  page,
  browser,
  account,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const accountNumber = account('01');
  const payers = [payerOf(page, scripts), await openPayer(browser, scripts)];
  for (const payer of payers) {
    await lookUp(payer, accountNumber);
    await payBalance(payer);
    await payer.payment.refid();
    await payer.payment.chooseBank('fpx', 'MB2U0227');
  }
  await Promise.all(payers.map(({ payment }) => payment.pay.click()));
  const isAsked = ({ page: shown }: Payer) => shown.getByTestId('recent-payment').isVisible();
  await expect.poll(async () => (await Promise.all(payers.map(isAsked))).filter((asked) => asked).length).toBe(1);
  const asked = (await isAsked(payers[0]!)) ? payers[0]! : payers[1]!;
  const other = payers.find((payer) => payer !== asked)!;
  await other.bank.arrive();

  await expect(asked.payment.errorSummary).toContainText(en.validation.payAgainRequired);
  await expect(asked.page.getByTestId('recent-payment')).toHaveAttribute('data-status', 'in-progress');
  await expect(asked.payment.email).toHaveValue('payer@ebill.example');
  await asked.payment.field('payAgain').check();
  await asked.payment.pay.click();
  await asked.bank.arrive();
  await payers[1]!.page.context().close();
});

test('a payment begun elsewhere since the payment page was shown is shown by it, and needs a confirmation @both', async ({
  page,
  browser,
  account,
  javaScriptEnabled,
}) => {
  const scripts = javaScriptEnabled !== false;
  const accountNumber = account('01');
  const payers = [payerOf(page, scripts), await openPayer(browser, scripts)];
  for (const payer of payers) {
    await lookUp(payer, accountNumber);
    await payBalance(payer);
    await payer.payment.refid();
    await payer.payment.chooseBank('fpx', 'MB2U0227');
  }
  const [first, second] = [payers[0]!, payers[1]!];
  await first.payment.pay.click();
  await first.bank.arrive();
  await second.payment.pay.click();
  await expect(second.page.getByTestId('recent-payment')).toHaveAttribute('data-status', 'in-progress');
  await expect(second.payment.errorSummary).toContainText(en.validation.payAgainRequired);
  await second.payment.field('payAgain').check();
  await second.payment.pay.click();
  await second.bank.arrive();
  await second.page.context().close();
});

test('after a part payment in progress the rest is offered, and paid without a confirmation @both', async ({
  page,
  account,
  paymentApi,
  sandbox,
  javaScriptEnabled,
}) => {
  const accountNumber = account('01');
  const { balance } = await sandbox.biller(accountNumber);
  const part = await paymentApi.createPayment(accountNumber, 500);
  await paymentApi.begin(part, { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });

  const payer = payerOf(page, javaScriptEnabled !== false);
  await lookUp(payer, accountNumber);
  await expect(payer.bill.recentPayments).toHaveAttribute('data-status', 'in-progress');
  await expect(payer.bill.option('other')).toBeChecked();
  await expect(payer.bill.amount).toHaveValue(((balance - 500) / 100).toFixed(2));
  await payer.bill.pay.click();
  await payer.payment.refid();
  await expect(page.getByTestId('recent-payment')).toHaveCount(0);
});

test('on a phone a bill that a payment under way covers says so first, and does not ask to pay it @both', async ({
  page,
  account,
  paymentApi,
  javaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const accountNumber = account('01');
  const payer = payerOf(page, javaScriptEnabled !== false);
  await lookUp(payer, accountNumber);
  await expect(payer.bill.value('bill-message')).toHaveText(en.billMessages.active);

  await paymentApi.begin(await paymentApi.createPayment(accountNumber), {
    selectedPaymentMethod: 'fpx',
    fpxBankID: 'MB2U0227',
  });
  await lookUp(payer, accountNumber);
  await expect(payer.bill.recentPayments).toBeInViewport({ ratio: 1 });
  await expect(payer.bill.outstanding).toHaveText('RM0.00');
  await expect(payer.bill.value('bill-message')).toHaveCount(0);
});
