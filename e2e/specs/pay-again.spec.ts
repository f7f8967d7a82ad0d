import type { Page } from '@playwright/test';
import { chooseLocale } from '../fixtures/accessibility';
import { expect, test } from '../fixtures/journey';
import { readLayoutShift } from '../fixtures/layout-shift';
import { localeCodes } from '../../lib/domain/locales';
import { actions, routes } from '../../lib/routes';
import en from '../../messages/en.json';

/* What a device keeps because its payer asked for it: an account, which can be paid again by one tap, and payments. */

const cardOf = (page: Page) => page.getByTestId('remembered-account');
const readStorage = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Looks up an account that is to be remembered, and waits for its bill. */
async function remember(page: Page, accountNumber: string) {
  await page.goto('/');
  await page.getByLabel(en.home.remember).check();
  await page.locator('#look-up [name="accountNumber"]').fill(accountNumber);
  await page.locator('#look-up button[type="submit"]').click();
  await page.waitForURL(`**${routes.bill}`);
}

test('a payer comes back: the account with its amount, one tap, the usual method, the payment kept and removed', async ({
  page,
  account,
  bill,
  payment,
  payAtBank,
  result,
}) => {
  test.slow();
  const accountNumber = account('01');
  await remember(page, accountNumber);
  await bill.payOther('10');
  await payment.choosePlain('m2u', 'returning@ebill.example');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');

  await page.getByRole('button', { name: en.history.keep }).click();
  await expect(page.getByTestId('keep-payment')).toHaveAttribute('data-state', 'kept');
  await expect(page.getByTestId('posting-status')).toHaveAttribute('data-status', 'accepted', { timeout: 20_000 });
  const resultUrl = page.url();

  await page.goto('/');
  const card = cardOf(page);
  await expect(card).toHaveAttribute('data-state', 'payable');
  await expect(card).toContainText(`•••• ${accountNumber.slice(-4)}`);
  await expect(page.locator('main')).not.toContainText(accountNumber);
  const due = await page.getByTestId('remembered-balance').innerText();
  await expect(page.getByTestId('pay-remembered')).toContainText(`Pay ${due} with Maybank2u`);
  expect(await readLayoutShift(page)).toBe(0);

  await page.getByTestId('pay-remembered').click();
  await payment.refid();
  await expect(payment.total).toHaveText(due);
  await expect(payment.method('m2u')).toBeChecked();
  await expect(payment.email).toHaveValue('returning@ebill.example');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(page.getByTestId('keep-payment')).toHaveAttribute('data-state', 'offered');

  await page.goto('/');
  await page.getByTestId('history-link').click();
  const kept = page.getByTestId('kept-payment');
  await expect(kept).toHaveCount(1);
  await expect(kept).toContainText('RM10.00');
  await kept.getByRole('link').click();
  await expect(page).toHaveURL(resultUrl);
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await page.goto(routes.history);
  await kept.getByRole('button').click();
  await expect(page.getByText(en.history.empty)).toBeVisible();
  const removed = page.locator('main').getByRole('status');
  await expect(removed).toBeFocused();
  await expect(removed).toContainText('RM10.00');
  expect(await readStorage(page, 'ebill.payments')).toBeNull();

  await page.goto('/');
  await expect(page.getByTestId('history-link')).toHaveCount(0);
  await card.getByRole('button', { name: en.rememberedAccount.remove }).click();
  await expect(page.getByText(en.rememberedAccount.removed)).toBeFocused();
  expect(await readStorage(page, 'ebill.user')).not.toContain(accountNumber);
  await page.reload();
  await expect(page.locator('#look-up')).toBeVisible();
  await expect(page.getByTestId('remembered-room')).toHaveCount(0);
});

for (const [ending, state] of [
  ['00', 'paid'],
  ['41', 'closed'],
] as const) {
  test(`an account that is ${state} is offered to be viewed, not paid`, async ({ page, account, bill }) => {
    await remember(page, account(ending));
    await page.goto('/');
    await expect(cardOf(page)).toHaveAttribute('data-state', state);
    await expect(page.getByTestId('pay-remembered')).toHaveCount(0);
    await cardOf(page).getByRole('button', { name: en.home.submit }).click();
    await expect(bill.value('account-number')).toHaveText(account(ending));
  });
}

test('row 61: a bill whose payment somebody has begun is viewed first; one begun since the card was shown is asked about', async ({
  page,
  browser,
  account,
  baseURL,
  clientAddress,
  bill,
}) => {
  const accountNumber = account('01');
  await remember(page, accountNumber);
  await page.goto('/');
  await expect(cardOf(page)).toHaveAttribute('data-state', 'payable');

  const other = await browser.newContext({
    baseURL,
    extraHTTPHeaders: { 'x-forwarded-for': `${clientAddress}0`.slice(-12) },
  });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/');
  await elsewhere.locator('#look-up [name="accountNumber"]').fill(accountNumber);
  await elsewhere.locator('#look-up button[type="submit"]').click();
  await elsewhere.getByTestId('pay').click();
  await elsewhere.locator('[name="selectedPaymentMethod"][value="m2u"]').check();
  await elsewhere.locator('[name="userEmailAddress"]').fill('other@ebill.example');
  await elsewhere.getByTestId('pay').click();
  await elsewhere.waitForURL((url) => url.origin !== new URL(baseURL ?? '').origin);
  await other.close();

  await page.getByTestId('pay-remembered').click();
  await expect(page).toHaveURL(new RegExp(`${routes.bill}$`));
  await expect(bill.recentPayments).toHaveCount(1);
  await expect(bill.payAgain).toBeVisible();
  await page.goto('/');
  await expect(cardOf(page)).toHaveAttribute('data-state', 'recent-payment');
  await expect(page.getByTestId('pay-remembered')).toHaveCount(0);
});

test('a refused look-up says nothing, moves nothing and offers to view the bill', async ({ page, account, bill }) => {
  await remember(page, account('01'));
  let asked = 0;
  await page.route(`**${actions.lookUpRemembered}`, async (route) => {
    asked += 1;
    await route.fulfill({ status: 429, json: { fieldErrors: {}, formError: 'Too many tries' } });
  });
  await page.goto('/');
  await expect(cardOf(page)).toHaveAttribute('data-state', 'unknown');
  await expect(page.locator('main')).not.toContainText('Too many tries');
  await page.reload();
  await expect(cardOf(page)).toHaveAttribute('data-state', 'unknown');
  expect(asked).toBe(1);
  expect(await readLayoutShift(page)).toBe(0);
  await cardOf(page).getByRole('button', { name: en.home.submit }).click();
  await expect(bill.value('account-number')).toHaveText(account('01'));
});

test('the page looks an account up once, and leaves the bill of another tab as it is', async ({
  page,
  account,
  context,
}) => {
  let asked = 0;
  context.on('request', (request) => (asked += Number(request.url().endsWith(actions.lookUpRemembered))));
  await remember(page, account('01'));
  await page.goto('/');
  await expect(cardOf(page)).toHaveAttribute('data-state', 'payable');
  await page.reload();
  await expect(cardOf(page)).toHaveAttribute('data-state', 'payable');
  expect(asked).toBe(1);

  const home = await context.newPage();
  await page.locator('#look-up [name="accountNumber"]').fill(account('02'));
  await page.locator('#look-up button[type="submit"]').click();
  await page.waitForURL(`**${routes.bill}`);
  await home.goto('/');
  await expect(cardOf(home)).toHaveAttribute('data-state', 'payable');
  await page.reload();
  await expect(page.getByTestId('account-number')).toHaveText(account('02'));
});

for (const corrupted of ['not json', '{"state":7,"version":1}', '{"state":{"payments":[{"refid":"x"}]},"version":1}']) {
  test(`pages work with ${corrupted} in every storage`, async ({ page, account, home, bill }) => {
    await page.addInitScript((text) => {
      for (const key of ['ebill.user', 'ebill.payments']) localStorage.setItem(key, text);
      sessionStorage.setItem('ebill.remembered-bill', text);
      for (const name of ['account', 'payments']) document.cookie = `ebill-keeps-${name}=1; path=/`;
    }, corrupted);
    await page.goto('/');
    await page.reload();
    await page.getByTestId('history-link').click();
    await expect(page.getByText(en.history.empty)).toBeVisible();
    await home.open();
    await expect(cardOf(page)).toHaveCount(0);
    await home.lookUp(account('01'));
    await expect(bill.value('account-number')).toHaveText(account('01'));
  });
}

for (const locale of localeCodes) {
  for (const viewport of [
    { width: 320, height: 900 },
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    test(`the card fits into its room: ${locale}, ${viewport.width} pixels`, async ({
      page,
      account,
      context,
      baseURL,
    }) => {
      await page.setViewportSize(viewport);
      await chooseLocale(context, locale, baseURL);
      await page.goto('/');
      const user = { rememberedAccount: account('01'), lastMethod: 'fpxCorporate' };
      await page.evaluate((state) => localStorage.setItem('ebill.user', JSON.stringify({ state, version: 1 })), user);
      await page.reload();
      // The script tells the server by a cookie that there is an account.
      await expect.poll(() => page.evaluate(() => document.cookie)).toContain('ebill-keeps-account=1');
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(`**${actions.lookUpRemembered}`, async (route) => {
        await released;
        await route.continue();
      });
      await page.reload();
      await expect(cardOf(page)).toHaveAttribute('data-state', 'loading');
      const form = page.locator('#look-up');
      const before = await form.boundingBox();
      release();
      await expect(cardOf(page)).toHaveAttribute('data-state', 'payable');
      expect(await form.boundingBox()).toEqual(before);
      expect(await readLayoutShift(page)).toBe(0);
    });
  }
}

test('without scripts home is as it was, and the list of payments says what it needs @both', async ({
  page,
  context,
  baseURL,
  home,
  bill,
  account,
  javaScriptEnabled,
}) => {
  if (javaScriptEnabled !== false) return;
  await context.addCookies(
    ['account', 'payments'].map((name) => ({ name: `ebill-keeps-${name}`, value: '1', url: baseURL ?? '' })),
  );
  await home.open();
  await expect(page.getByTestId('remembered-room')).toBeHidden();
  await expect(page.getByTestId('history-link')).toBeHidden();
  await home.lookUp(account('01'));
  await expect(bill.value('account-number')).toHaveText(account('01'));
  await page.goto(routes.history);
  // Playwright does not look for text in it.
  await expect(page.locator('main noscript p')).toBeVisible();
});
