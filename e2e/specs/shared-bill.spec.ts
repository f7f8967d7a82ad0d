import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import { BillPage } from '../pages/bill-page';
import { balanceOfAccount } from '../../sandbox/scenarios/accounts';
import { formatRinggit } from '../../lib/domain/money';
import { interpolate } from '../fixtures/interpolate';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

/** Opens what asks somebody to pay the bill. Returns the text that WhatsApp gets, and the link in it. */
async function ask(page: Page, title: string) {
  await page.locator('summary', { hasText: title }).click();
  const href = await page.getByTestId('ask-somebody').getByTestId('share-whatsapp').getAttribute('href');
  const { origin, searchParams } = new URL(href ?? '');
  expect(origin).toBe('https://wa.me');
  const text = searchParams.get('text') ?? '';
  return { text, link: /http\S+/.exec(text)?.[0] ?? '' };
}

test('somebody who is asked pays a bill in another browser, and is not shown the account number @both', async ({
  browser,
  contextOptions,
  javaScriptEnabled,
  extraHTTPHeaders,
  account,
  home,
  bill,
  page,
}) => {
  const accountNumber = account('01');
  const balance = formatRinggit(balanceOfAccount(accountNumber));
  await home.open();
  await home.lookUp(accountNumber);
  await expect(bill.value('current-balance')).toHaveText(balance);
  const { text, link } = await ask(page, en.sharing.billTitle);
  for (const part of [balance, accountNumber.slice(-4), en.order.billProduct]) expect(text).toContain(part);
  expect(text).not.toContain(accountNumber);
  expect(new URL(link).pathname).toBe('/pay/shared');

  const other = await browser.newContext({ ...contextOptions, javaScriptEnabled, extraHTTPHeaders });
  const visitor = await other.newPage();
  const shared = new BillPage(visitor);
  expect((await visitor.goto(link))?.status()).toBe(200);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(en.sharing.openedTitle);
  await expect(visitor.getByTestId('shared-bill-notice')).toHaveText(en.sharing.openedText);
  const ending = accountNumber.slice(-4);
  await expect(shared.value('account-number').getByText(`••••••${ending}`)).toHaveAttribute('aria-hidden', 'true');
  await expect(shared.value('account-number')).toContainText(interpolate(en.payment.accountEnding, { ending }));
  await expect(shared.value('current-balance')).toHaveText(balance);
  await expect(shared.value('bill-barcode')).toHaveCount(0);
  expect(await visitor.content()).not.toContain(accountNumber);

  // An invalid amount is said on the same page.
  await shared.payOther('5000');
  await expect(shared.errorSummary).toBeVisible();
  await expect(visitor).toHaveURL(link);
  await shared.option('current').check();
  await shared.pay.click();
  await expect(visitor).toHaveURL(/\/epayment\/entry\?refid=\w+$/);
  await expect(visitor.getByTestId('total-amount').first()).toHaveText(balance);
  expect(await visitor.content()).not.toContain(accountNumber);
  await other.close();
});

test('a shared bill tells of a payment under way, and asks before it is paid twice @both', async ({
  account,
  paymentApi,
  home,
  bill,
  page,
}) => {
  const accountNumber = account('01');
  await home.open();
  await home.lookUp(accountNumber);
  const { link } = await ask(page, en.sharing.billTitle);
  await page.goto(link);
  await paymentApi.begin(await paymentApi.createPayment(accountNumber), {
    selectedPaymentMethod: 'fpx',
    fpxBankID: 'MB2U0227',
  });
  // Begun after the page was opened.
  await bill.option('current').check();
  await bill.pay.click();
  await expect(page).toHaveURL(link);
  await expect(bill.recentPayments).toHaveCount(1);
  await expect(bill.payAgain).toBeVisible();
});

test('what is sent is in the language of the page', async ({ account, home, page, context }) => {
  await home.open();
  await context.addCookies([{ name: 'ebill-locale', value: 'ms', url: page.url() }]);
  await home.open();
  await home.lookUp(account('01'));
  const { text } = await ask(page, ms.sharing.billTitle);
  expect(text).toContain(ms.order.billProduct);
  expect(text.startsWith(ms.sharing.billMessage.split('\n')[0] ?? '')).toBe(true);
});

test('nothing is asked for where nothing is due', async ({ account, home, bill, page }) => {
  for (const ending of ['00', '41']) {
    await home.open();
    await home.lookUp(account(ending));
    await expect(bill.value('account-number')).toBeVisible();
    await expect(page.getByTestId('ask-somebody')).toHaveCount(0);
  }
});

test('a link that is not ours says so', async ({ page, allowConsoleError }) => {
  allowConsoleError(/404/);
  expect((await page.goto('/pay/shared?token=abc'))?.status()).toBe(404);
  await expect(page.getByText(en.errors.sharedBillLink)).toBeVisible();
});
