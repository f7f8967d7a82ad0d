import type { Page } from '@playwright/test';
import { findAxeViolations } from '../fixtures/accessibility';
import { expect, test, tryCase } from '../fixtures/demo-shop';
import { stack } from '../fixtures/stack';

/* The sandbox console changes shared state, so this test runs serially. */

test.afterEach(async ({ sandbox }) => {
  await sandbox.reset();
});

/** Returns accessibility violations of a page in a colour scheme, and whether it scrolls horizontally. */
async function findIssues(page: Page, colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme });
  const found = (await findAxeViolations(page)).map((violation) => `${page.url()}, ${colorScheme}: ${violation}`);
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  return isTooWide ? [...found, `${page.url()} scrolls horizontally`] : found;
}

test('a corporate approval expires when the console advances the clock', async ({ account, paymentApi, page }) => {
  const refid = await paymentApi.createPayment(account('01'));
  const corporate = { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' };
  await paymentApi.pressAtBank(await paymentApi.begin(refid, corporate), 'pending-approval');
  const menu = (name: string) => page.getByRole('navigation', { name: 'Sandbox' }).getByRole('link', { name }).click();
  const openPayment = async () => {
    await menu('Payments');
    await page.getByLabel('Search').fill(account('01'));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('link', { name: refid }).click();
  };
  const status = page.getByRole('definition').first();
  const issues: string[] = [];

  await page.goto(`${stack.backend}/sandbox`);
  issues.push(...(await findIssues(page, 'light')));
  await openPayment();
  // The bank's callback may arrive later.
  await expect(async () => {
    await page.reload();
    await expect(status).toHaveText('pending-approval', { timeout: 500 });
  }).toPass();
  issues.push(...(await findIssues(page, 'dark')));

  await menu('Controls');
  await page.getByRole('button', { name: '5 days' }).click();
  await expect(page.getByRole('status')).toContainText('Due jobs have run.');
  await page.getByLabel('Another duration').fill('soon');
  await page.getByRole('button', { name: 'Move the clock forward' }).click();
  await expect(page.getByLabel('Another duration')).toHaveAccessibleDescription('Type a whole number, such as 3.');
  issues.push(...(await findIssues(page, 'light')));

  await openPayment();
  await expect(status).toHaveText('cancelled');
  await expect(page.getByRole('listitem').filter({ hasText: 'Attempt 1: cancelled' })).toContainText(
    'moved by time passing (not approved in time)',
  );
  await menu('Ledger');
  await expect(
    page.getByText('Balanced: every successful payment has a credit for each of its accounts'),
  ).toBeVisible();
  issues.push(...(await findIssues(page, 'dark')));
  expect(issues).toEqual([]);
});

test('a preset: two payments fail at the bank, the third succeeds', async ({ account, paymentApi, page, sandbox }) => {
  await page.goto(`${stack.backend}/sandbox/console/controls`);
  await page.getByRole('button', { name: 'Set: Fails twice, then succeeds', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Set: Fails twice, then succeeds.');
  await expect(page.getByText('Decline (2 left)')).toBeVisible();
  const issues = await findIssues(page, 'light');
  await page.goto(`${stack.backend}/sandbox`);
  await expect(page.getByText('Payments at a bank’s page end by: Decline (2 left)')).toBeVisible();
  const states: string[] = [];
  for (const index of [0, 1, 2]) {
    const refid = await paymentApi.payAtBank(account('01', index));
    states.push((await sandbox.history(refid)).attempts[0]?.state ?? '');
  }
  expect(states).toEqual(['failed', 'failed', 'successful']);
  await page.reload();
  await expect(page.getByText('Payments at a bank’s page end by')).toHaveCount(0);

  await page.goto(`${stack.backend}/sandbox/console/controls`);
  await page.getByRole('button', { name: 'Set: Late callback', exact: true }).click();
  await page.goto(`${stack.backend}/sandbox`);
  await expect(page.getByText(/^Callbacks of gateways are: late/)).toBeVisible();
  await page.getByRole('button', { name: 'End all changes' }).click();
  await expect(page.getByText('Nothing: no outage')).toBeVisible();
  await page.goto(`${stack.backend}/sandbox/console/controls`);
  await page.getByRole('button', { name: 'Set: Late callback', exact: true }).click();
  await page.getByRole('button', { name: 'End all presets' }).click();
  await expect(page.getByRole('status')).toContainText('All presets have ended');
  await page.goto(`${stack.backend}/sandbox`);
  await expect(page.getByText('Nothing: no outage')).toBeVisible();
  expect(issues).toEqual([]);
});

test('a webhook that the demo shop refuses arrives again, and the console lists it', async ({
  page,
  shop,
  payment,
  payAtBank,
  sandbox,
}) => {
  await page.goto(shop.url);
  await tryCase(page, 'Late webhook');
  const order = page.url();
  const orderNumber = await page.getByTestId('order-number').innerText();
  await page.getByRole('link', { name: 'Go to the payment page' }).click();
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(async () => {
    await page.goto(order);
    await expect(page.getByTestId('webhook-answer')).toHaveText('503', { timeout: 500 });
  }).toPass();
  await expect(page.getByTestId('delivered')).toHaveText('no');
  await page.goto(`${stack.backend}/sandbox/console/webhooks?text=${orderNumber}&state=waiting`);
  await expect(page.getByRole('definition').filter({ hasText: 'the partner answered 503' })).toBeVisible();
  await page.getByText('Tries (1)').click();
  await expect(page.getByRole('listitem').filter({ hasText: /^\s*the partner answered 503/ })).toBeVisible();
  const issues = [...(await findIssues(page, 'light')), ...(await findIssues(page, 'dark'))];

  await sandbox.advanceClock('PT2M');
  await page.goto(order);
  await expect(page.getByTestId('webhook-answer')).toHaveText(['503', '204']);
  await expect(page.getByTestId('delivered')).toHaveText('yes, by the webhook order.paid');
  expect(shop.events).toEqual([{ event: 'order.paid', orderNumber }]);
  expect(issues).toEqual([]);
});
