import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import { BankPage } from '../pages/bank-page';
import { PaymentPage } from '../pages/payment-page';
import { stack } from '../fixtures/stack';
import { paymentPath } from '../../lib/routes';
import { balanceOfAccount } from '../../sandbox/scenarios/accounts';
import { formatRinggit } from '../../lib/domain/money';
import en from '../../messages/en.json';

const words = en.continuation;
const desktop = { width: 1280, height: 800 };

test.use({ viewport: desktop });

/** A browser of its own: the payer's phone, or a stranger's. */
function openPhone(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  return browser.newContext({ ...options, viewport: { width: 360, height: 640 } });
}

/** Asks for the code on the payment page. Returns what it opens. */
async function askForCode(page: Page): Promise<string> {
  await page.getByTestId('continue-on-phone').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
  await expect(page.getByTestId('continuation')).toHaveAttribute('data-status', 'open');
  return (await page.getByTestId('continuation-qr').getAttribute('data-url')) ?? '';
}

test('a payment is continued on the phone, and the computer shows its result @both', async ({
  browser,
  contextOptions,
  javaScriptEnabled,
  extraHTTPHeaders,
  account,
  startPayment,
  page,
  result,
}) => {
  test.slow();
  const accountNumber = account('01');
  const refid = await startPayment(accountNumber);
  const link = await askForCode(page);
  expect(link).toMatch(/\/continue\?token=[a-z2-7]{26}$/);
  expect(link).not.toContain(refid);

  const context = await openPhone(browser, { ...contextOptions, javaScriptEnabled, extraHTTPHeaders });
  const phone = await context.newPage();
  expect((await phone.goto(link))?.status()).toBe(200);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(words.phoneTitle);
  await expect(phone.getByTestId('total-amount')).toHaveText(formatRinggit(balanceOfAccount(accountNumber)));
  // Opening the link has used nothing up.
  await phone.reload();
  await phone.getByTestId('open-continuation').click();
  await expect(phone).toHaveURL(new RegExp(`/epayment/entry\\?refid=${refid}$`));

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.usedTitle);
  await expect(page).toHaveTitle(new RegExp(`^${words.usedTitle}`));
  const payment = new PaymentPage(phone);
  await expect(phone.getByTestId('continue-on-phone')).toBeHidden();
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  const bank = new BankPage(phone, stack.banks, javaScriptEnabled !== false);
  await bank.arrive();
  await expect(page.getByText(words.usedTitle)).toBeVisible();
  await bank.press('Approve');
  await expect(phone.getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await context.close();
});

test('a code is used once, and says so to the next @both', async ({
  browser,
  contextOptions,
  javaScriptEnabled,
  extraHTTPHeaders,
  allowConsoleError,
  account,
  paymentApi,
  page,
  payment,
}) => {
  allowConsoleError(/410|404/);
  await page.goto(paymentPath(await paymentApi.createPayment(account('01'))));
  const link = await askForCode(page);
  const context = await openPhone(browser, { ...contextOptions, javaScriptEnabled, extraHTTPHeaders });
  const [phone, stranger] = [await context.newPage(), await context.newPage()];
  // Both have opened the link, and press the button one after the other.
  for (const visitor of [phone, stranger]) await visitor.goto(link);
  await phone.getByTestId('open-continuation').click();
  await expect(phone).toHaveURL(/\/epayment\/entry\?refid=/);
  await stranger.getByTestId('open-continuation').click();
  await expect(stranger.getByText(words.phoneRefused.used.title)).toBeVisible();
  await expect(stranger).toHaveURL(link);

  // The payer goes on here, or with a new code, which replaces the old one.
  await expect(page.getByText(words.usedTitle)).toBeVisible();
  await page.getByTestId('continue-on-phone').click();
  await expect(page.getByTestId('continuation')).toHaveAttribute('data-status', 'open');
  const next = await page.getByTestId('continuation-qr').getAttribute('data-url');
  expect(next).not.toBe(link);
  expect((await stranger.goto(link))?.status()).toBe(404);
  await expect(stranger.getByText(words.phoneRefused.invalid.title)).toBeVisible();
  await page.getByTestId('pay-here').click();
  await expect(payment.pay).toBeVisible();
  await context.close();
});

test('neither a phone nor a kiosk is offered the code', async ({ page, paymentApi, account, startOrder, payment }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(paymentPath(await paymentApi.createPayment(account('01'))));
  await expect(payment.pay).toBeVisible();
  await expect(page.getByTestId('continue-on-phone')).toBeHidden();
  await page.setViewportSize(desktop);
  await expect(page.getByTestId('continue-on-phone')).toBeVisible();
  await startOrder(account('02'), { partnerKey: 'KIOSK' });
  await expect(page.getByTestId('continue-on-phone')).toHaveCount(0);
});
