import { expect } from '../fixtures/journey';
import { siteWithoutBackend } from './site-without-backend';
import { inEachLanguage, test } from './take';

/** `npm run pictures`: screens that need sandbox controls, which affect all visits, so they run serially. Nothing is compared here. */
test.describe.configure({ mode: 'serial' });

const hour = 3_600_000;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

inEachLanguage(() => {
  test.afterEach(async ({ page, sandbox }) => {
    await sandbox.reset();
    const answer = async () => {
      const first = await page.request.get('/');
      return { status: first.status(), asks: (await first.text()).includes('analytics-question') };
    };
    await expect.poll(answer, { timeout: 10_000 }).toEqual({ status: 200, asks: false });
  });

  test('custom message and consent banner', async ({ page, sandbox, take }) => {
    await sandbox.configure({
      gaEnabled: true,
      quickPayCustomMessageEnabled: true,
      quickPayCustomMessageContent: 'FPX: 23:00 – 23:30',
    });
    const asks = async () => (await (await page.request.get('/')).text()).includes('analytics-question');
    await expect.poll(asks, { timeout: 10_000 }).toBe(true);
    await page.goto('/');
    await take('home-notice');
  });

  test('outages', async ({ payment, sandbox, startPayment, account, take }) => {
    await sandbox.planOutage('newCard', { until: at(hour) });
    await sandbox.planOutage('fpx', { from: at(hour), until: at(2 * hour) });
    await startPayment(account('01'));
    await payment.method('fpx').check();
    await take('payment-outage');
  });

  test('backend error', async ({ page, sandbox, startPayment, account, allowConsoleError, take }) => {
    allowConsoleError(/status of 50\d|digest|Error/);
    const refid = await startPayment(account('01'));
    await sandbox.fail('payment.page', 'error', 50);
    await page.goto(`/epayment/entry?refid=${refid}`);
    await take('fault');
  });

  test('maintenance', async ({ page, sandbox, allowConsoleError, take }) => {
    allowConsoleError(/status of 503/);
    await sandbox.configure({ isApgDown: true });
    await expect.poll(async () => (await page.request.get('/')).status(), { timeout: 10_000 }).toBe(503);
    await page.goto('/');
    await take('maintenance');
  });

  test('loading', async ({ page, allowConsoleError, take }) => {
    allowConsoleError(/status of 503/);
    await page.goto(siteWithoutBackend());
    await take('loading');
  });
});
