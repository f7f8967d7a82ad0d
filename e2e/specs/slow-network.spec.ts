import type { Page } from '@playwright/test';
import en from '../../messages/en.json';
import { expect, test } from '../fixtures/journey';

/** The Slow 3G preset of Chrome DevTools: bytes per second, and latency in ms. */
const slow3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2_000 };

/** Opens home on a slow network; returns when the field is visible, long before all scripts are loaded. */
async function openOnSlowNetwork(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', slow3G);
  const pending = new Set<string>();
  page.on('request', (request) => request.resourceType() === 'script' && pending.add(request.url()));
  page.on('requestfinished', (request) => pending.delete(request.url()));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('[name="accountNumber"]')).toBeVisible();
  return { pending };
}

/** Lets each press of Pay, or what is posted to another path, arrive, and loses its answer. */
async function loseAnswers(page: Page, path = '**/api/payment/pay') {
  await page.route(path, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test('submits an account number before the scripts are loaded', async ({ page, home, bill, account }) => {
  const { pending } = await openOnSlowNetwork(page);
  const number = account('01');
  await home.accountNumber.fill(number);
  expect(pending.size, 'pending scripts').toBeGreaterThan(0);
  await home.accountNumber.press('Enter');
  await expect(bill.value('account-number')).toContainText(number, { timeout: 30_000 });
});

test('keeps input typed before hydration', async ({ page, home, account }) => {
  const { pending } = await openOnSlowNetwork(page);
  const number = account('01');
  await home.accountNumber.pressSequentially(number.slice(0, 6));
  expect(pending.size, 'pending scripts').toBeGreaterThan(0);
  await home.waitForHydration();
  await expect(home.accountNumber).toHaveValue(number.slice(0, 6));
  await home.accountNumber.press('End');
  await home.accountNumber.pressSequentially(number.slice(6));
  await expect(home.accountNumber).toHaveValue(number);
  await expect(home.accountNumber).not.toHaveAttribute('aria-invalid', 'true');
});

test('does not lose a press of a button during which the page is hydrated', async ({
  page,
  home,
  bill,
  account,
  payment,
}) => {
  await home.open();
  await home.lookUp(account('01'));
  const amount = bill.pay.getByText(/^RM/).filter({ visible: true });
  await expect(amount).toBeVisible();
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_next/static/**/*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const box = await amount.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
  await page.mouse.down();
  release();
  // React keeps an element's props at the element.
  await bill.pay.evaluate(
    (button) =>
      new Promise<void>((resolve) => {
        const wait = () =>
          Object.keys(button).some((key) => key.startsWith('__reactProps')) ? resolve() : requestAnimationFrame(wait);
        wait();
      }),
  );
  await page.waitForLoadState('networkidle');
  await page.mouse.up();
  await payment.refid();
});

test('keeps the page while a script of it cannot be loaded, and requests that again', async ({
  page,
  home,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_FAILED/);
  const html = await (await page.request.get('/')).text();
  const scripts = [...html.matchAll(/<script src="([^"]+)" async=""/g)].map(([, src]) => src);
  const last = scripts.at(-1) ?? '';
  expect(last).toMatch(/\.js$/);
  let requests = 0;
  await page.route(`**${last}`, async (route) => {
    requests += 1;
    if (requests > 2) return route.continue();
    // Once Next waits for it.
    await page.waitForFunction(() => 'next' in window && document.readyState !== 'loading');
    return route.abort();
  });
  await page.goto('/');
  await home.accountNumber.pressSequentially('12');
  await home.waitForHydration();
  expect(requests).toBe(3);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.home.title);
});

test('keeps its page where the connection goes with the answer, and opens the next one when it is back', async ({
  page,
  home,
  bill,
  account,
  payment,
  bank,
}) => {
  const loseConnection = (path: string) =>
    page.route(path, async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      await page.context().setOffline(true);
      await route.fulfill({ response });
    });
  const alert = page.getByRole('alert').filter({ hasText: en.layout.opensOnline });
  await loseConnection('**/api/bill/lookup');
  await home.open();
  await home.accountNumber.pressSequentially('1');
  await home.waitForHydration();
  await home.lookUp(account('01'));
  await expect(alert).toBeVisible();
  await page.context().setOffline(false);
  await bill.pay.click();
  await payment.chooseBank('fpx', 'MB2U0227');
  await loseConnection('**/api/payment/pay');
  await payment.pay.click();
  await expect(alert).toBeVisible();
  await page.context().setOffline(false);
  await bank.arrive();
});

test('tells of an attempt whose answer was lost, without another press', async ({
  page,
  account,
  startPayment,
  payment,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_(CONNECTION_RESET|INTERNET_DISCONNECTED)/);
  await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  // What the first press loads does not arrive.
  await page.context().setOffline(true);
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('Network Error');
  await expect(payment.errorSummary).toContainText(en.layout.noConnection);
  await page.context().setOffline(false);
  await expect(payment.errorSummary).toHaveText(en.layout.backOnline);
  // The answer is lost with the connection: nothing is polled until it is back.
  await page.route('**/api/payment/pay', async (route) => {
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort('connectionreset');
  });
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText(en.payment.attemptUnknownOffline);
  await page.unroute('**/api/payment/pay');
  // A further press, which is not sent, forgets nothing.
  await payment.pay.click();
  await expect(payment.pay).not.toHaveAttribute('aria-busy', 'true');
  await expect(payment.errorSummary).toContainText(en.payment.attemptUnknownOffline);
  await page.getByTestId('cancel').click();
  await expect(page.getByRole('dialog')).toContainText(en.payment.cancelTextInProgress);
  await page.context().setOffline(false);
  await expect(page.getByTestId('attempt-in-progress')).toBeVisible();
});

test('an attempt whose answer was lost goes on to its bank, without another press', async ({
  account,
  page,
  startPayment,
  payment,
  bank,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_CONNECTION_RESET/);
  await startPayment(account('01'));
  await loseAnswers(page);
  await payment.fillCard({ number: '4111 1111 1111 1111' });
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText(en.payment.attemptUnknown);
  await page.unroute('**/api/payment/pay');
  await bank.arrive();
});

test('a code of pay by mobile whose answer was lost leads to the result by itself, without another press', async ({
  account,
  page,
  startPayment,
  payment,
  payByMobile,
  sandbox,
  result,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_CONNECTION_RESET/);
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await payByMobile.requestTac('60120000061');
  await loseAnswers(page, '**/api/pay-by-mobile/verify');
  // By scripts it waits for its time: the page is hydrated, and the code is not sent by the browser's own form.
  await expect(page.getByTestId('resend-code')).toBeDisabled();
  await payByMobile.enterTac(await sandbox.findCode('60120000061'));
  await expect(payByMobile.errorSummary).toContainText(en.payment.attemptUnknown);
  await expect(result.status).toHaveAttribute('data-status', 'successful');
});

test('edited since, an attempt whose answer was lost is told of on the payment page', async ({
  account,
  page,
  startPayment,
  payment,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_CONNECTION_RESET/);
  await startPayment(account('01'));
  await loseAnswers(page);
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText(en.payment.attemptUnknown);
  await payment.choosePlain('duitnowQr');
  await expect(page.getByTestId('attempt-in-progress')).toBeVisible();
});

test('says that no payment is under way where the press never arrived, and the next press pays', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_CONNECTION_RESET/);
  await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await page.route('**/api/payment/pay', (route) => route.abort('connectionreset'));
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText(en.payment.attemptUnknown);
  await page.unroute('**/api/payment/pay');
  await expect(payment.errorSummary).toContainText(en.payment.attemptNotFound, { timeout: 20_000 });
  await payment.pay.click();
  await bank.arrive();
});

test('tells of a card that was declined where the answer was lost, also of a second one', async ({
  page,
  account,
  startPayment,
  payment,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_CONNECTION_RESET/);
  await startPayment(account('01'));
  const failedAttempt = page.getByTestId('failed-attempt');
  await loseAnswers(page);
  for (const number of ['4000000000000002', '4000000000009995']) {
    await payment.fillCard({ number });
    await payment.pay.click();
    await expect(payment.errorSummary).toContainText(en.payment.attemptUnknown);
    await expect(failedAttempt).toContainText(number.slice(-4));
    await expect(payment.errorSummary).toBeHidden();
  }
});

test('after a declined card whose answer was lost, another method pays, whatever was polled', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_(CONNECTION_RESET|FAILED)/);
  await startPayment(account('01'));
  await page.route('**/api/payment/status*', (route) => route.abort());
  await loseAnswers(page);
  await payment.fillCard({ number: '4000000000000002' });
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText(en.payment.attemptUnknown);
  await page.unroute('**/api/payment/pay');
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await bank.arrive();
});

test('a code that waits to be paid says when there is no connection', async ({
  page,
  account,
  startPayment,
  payment,
  allowConsoleError,
}) => {
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await startPayment(account('01'));
  await payment.choosePlain('duitnowQr');
  await payment.pay.click();
  const waiting = page.getByRole('status').filter({ hasText: en.waiting.waiting });
  await expect(waiting).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(en.result.noConnection)).toBeVisible();
  await expect(waiting).toBeHidden();
  await page.context().setOffline(false);
  await expect(waiting).toBeVisible();
});

test('a bill that takes long to come says so after eight seconds', async ({ page, home, bill, account }) => {
  let answer: () => Promise<void> = async () => undefined;
  await page.route('**/api/bill/lookup', (route) => void (answer = () => route.continue()));
  await home.open();
  await home.accountNumber.pressSequentially('1');
  await home.waitForHydration();
  await home.lookUp(account('01'));
  const note = page.getByText(en.layout.busyLong);
  await expect(page.getByRole('button', { name: en.home.submitting })).toBeVisible();
  await expect(note).toBeHidden();
  await expect(note).toBeVisible({ timeout: 15_000 });
  await answer();
  await expect(bill.value('account-number')).toBeVisible();
});
