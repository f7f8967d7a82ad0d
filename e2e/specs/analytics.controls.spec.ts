import type { Page } from '@playwright/test';
import { findAxeViolations } from '../fixtures/accessibility';
import { recordDataLayer, type DataLayerEvent } from '../fixtures/data-layer';
import { expect, test as journey } from '../fixtures/journey';
import { readLayoutShift } from '../fixtures/layout-shift';
import { stack } from '../fixtures/stack';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

/* `gaEnabled` affects all visits, so these tests run serially. */

interface Analytics {
  /** The events of this visit's data layer, oldest first. */
  events: readonly DataLayerEvent[];
  /** Turns `gaEnabled` on, and waits until the site applies it. */
  turnOn: () => Promise<void>;
  /** Goes from home to a payment and waits for each page's event. Returns the refid. */
  startTrackedPayment: (accountNumber: string) => Promise<string>;
  /** Resolves when this is the last event. */
  waitForEvent: (event: string) => Promise<void>;
}

const test = journey.extend<Analytics>({
  events: async ({ context }, use) => use(await recordDataLayer(context)),
  turnOn: async ({ page, sandbox }, use) => {
    await use(async () => {
      await sandbox.configure({ gaEnabled: true });
      const hasBanner = async () => (await (await page.request.get('/')).text()).includes('analytics-question');
      await expect.poll(hasBanner, { timeout: 8_000 }).toBe(true);
    });
    // A paid bill's page polls the payment, which the reset deletes.
    await page.goto('about:blank');
    await sandbox.reset();
    const isDisabled = async () => !(await (await page.request.get('/')).text()).includes('analytics');
    await expect.poll(isDisabled, { timeout: 8_000 }).toBe(true);
  },
  waitForEvent: async ({ events }, use) => {
    await use((event) => expect.poll(() => events.at(-1)?.event).toBe(event));
  },
  startTrackedPayment: async ({ home, bill, payment, waitForEvent }, use) => {
    await use(async (accountNumber) => {
      await home.open();
      await waitForEvent('quick_pay_view');
      await home.lookUp(accountNumber);
      await waitForEvent('bill_view');
      await bill.option('current').check();
      await bill.pay.click();
      await waitForEvent('payment_view');
      return payment.refid();
    });
  },
});

const consentBanner = (page: Page) => page.getByTestId('analytics-question');

/** Gives consent on the home page. */
async function giveConsent(page: Page) {
  await page.goto('/');
  await page.getByTestId('analytics-allow').click();
  await expect(consentBanner(page)).toBeHidden();
}

const names = (events: readonly DataLayerEvent[]) => events.map(({ event }) => event);
const makeEvent = (event: string, title: string) => ({ event, title, contentType: 'APG', platform: 'ebill' });
const quickPay = (event: string) => makeEvent(event, 'Quick Pay');
const proceedToPayment = (event: string) => makeEvent(event, 'Proceed To Payment');

/** All payment fields: NA, except for the given ones. */
function paymentData(given: Readonly<Record<string, unknown>>) {
  const fields = ['transactionRefId', 'totalAmount', 'channel', 'accountType', 'accountNumber', 'totalAmountDue'];
  fields.push('customerType', 'channelKey', 'paymentId', 'paymentType', 'partnerUserKey', 'email', 'amount');
  return { ...Object.fromEntries(fields.map((field) => [field, 'NA'])), ...given };
}

/** The balance of a sandbox account, in ringgit: see docs/sandbox.md. */
function balanceOf(accountNumber: string): string {
  const n = Number(accountNumber.slice(0, 8));
  return (10 + (n % 490) + (n % 100) / 100).toFixed(2);
}

const pseudonym = expect.stringMatching(/^[\w-]{22}$/);

test('when disabled, asks nothing and sends nothing, even with earlier consent', async ({
  account,
  context,
  page,
  startPayment,
  payment,
  payAtBank,
  result,
  events,
}) => {
  await context.addCookies([{ name: 'ebill-analytics', value: 'yes', url: stack.site }]);
  const pages: string[] = [];
  page.on('domcontentloaded', async (loaded) => void pages.push(await loaded.content()));
  await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await page.waitForLoadState('networkidle');
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.filter((html) => /analytics|consent/.test(html))).toEqual([]);
  expect(events).toEqual([]);
});

test('sends nothing without an answer or after a refusal, and asks only once', async ({
  account,
  page,
  turnOn,
  startPayment,
  payment,
  result,
  events,
}) => {
  await turnOn();
  await startPayment(account('01'));
  await expect(consentBanner(page)).toBeVisible();
  await payment.email.fill('kept@ebill.example');
  await page.getByTestId('analytics-refuse').click();
  await expect(consentBanner(page)).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
  await expect(payment.email).toHaveValue('kept@ebill.example');
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(consentBanner(page)).toHaveCount(0);
  await expect(page.getByTestId('analytics-start')).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The HTML does not contain the event either.
  expect(await page.content()).not.toContain('payment_result');
  expect(events).toEqual([]);
});

test('a bill paid by FPX sends its events from home to result, without personal data or references', async ({
  account,
  page,
  turnOn,
  startTrackedPayment,
  payment,
  payAtBank,
  result,
  events,
  waitForEvent,
}) => {
  await turnOn();
  await giveConsent(page);
  await waitForEvent('quick_pay_view');
  const thirdPartyRequests: string[] = [];
  page.on('request', (request) => {
    if (![stack.site, stack.banks].includes(new URL(request.url()).origin)) thirdPartyRequests.push(request.url());
  });
  const accountNumber = account('01');
  const refid = await startTrackedPayment(accountNumber);
  await payment.chooseBank('fpx', 'MB2U0227', 'canary@ebill.example');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await waitForEvent('payment_result');

  const amount = balanceOf(accountNumber);
  const ofBill = { accountNumber: pseudonym, totalAmountDue: amount, customerType: 'REGULAR' };
  const bill = paymentData(ofBill);
  const shown = paymentData({
    transactionRefId: pseudonym,
    paymentId: pseudonym,
    channelKey: 'EBILL',
    totalAmount: amount,
    amount,
    ...ofBill,
  });
  const byFpx = { payment: { ...shown, paymentType: 'fpx' }, methodLabel: 'FPX', methodCategory: 'fpx' };
  expect(events).toEqual([
    quickPay('quick_pay_view'),
    quickPay('quick_pay_view'),
    { ...quickPay('bill_view'), payment: bill },
    { ...proceedToPayment('proceed_to_payment'), payment: bill },
    { ...proceedToPayment('payment_view'), payment: shown },
    { ...proceedToPayment('method_choice'), ...byFpx },
    { ...proceedToPayment('payment_attempt'), ...byFpx },
    {
      ...proceedToPayment('payment_result'),
      ...byFpx,
      payment: { ...byFpx.payment, email: pseudonym },
      outcome: 'successful',
    },
  ]);
  // The payment has one pseudonym, and its references are not sent.
  const sent = JSON.stringify(events);
  expect(new Set(sent.match(/"transactionRefId":"[\w-]{22}"/g)).size).toBe(1);
  expect(new Set(sent.match(/"accountNumber":"[\w-]{22}"/g)).size).toBe(1);
  const paymentId = (await page.getByTestId('payment-id').textContent()) ?? '';
  expect(paymentId).toMatch(/[a-z2-7]{26}/);
  for (const secret of [accountNumber, refid, paymentId.trim(), 'canary']) expect(sent).not.toContain(secret);
  expect(thirdPartyRequests).toEqual([]);
});

test('a declined and an approved card send two attempts and two results of one payment', async ({
  account,
  page,
  turnOn,
  startTrackedPayment,
  payment,
  result,
  events,
  waitForEvent,
}) => {
  await turnOn();
  await giveConsent(page);
  await startTrackedPayment(account('01'));
  // An invalid form is no attempt.
  await payment.fillCard({ number: '4000 0000 0000 0002', cvv: '1' });
  await payment.pay.click();
  await expect(payment.errorSummary).toBeVisible();
  await payment.field('cardCvv').fill('123');
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'failed');
  await waitForEvent('payment_result');
  await page.getByTestId('try-again').click();
  await waitForEvent('payment_view');
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await waitForEvent('payment_result');

  const paymentEvents = events.slice(names(events).indexOf('payment_view'));
  expect(paymentEvents.map(({ event, methodLabel, outcome }) => [event, methodLabel, outcome])).toEqual([
    ['payment_view', undefined, undefined],
    ['method_choice', 'Cards', undefined],
    ['payment_attempt', 'Cards', undefined],
    ['payment_result', 'Cards', 'failed'],
    // The last method is preselected.
    ['payment_view', undefined, undefined],
    ['payment_attempt', 'Cards', undefined],
    ['payment_result', 'Cards', 'successful'],
  ]);
  expect(new Set(JSON.stringify(paymentEvents).match(/"transactionRefId":"[^"]*"/g)).size).toBe(1);
  expect(JSON.stringify(events)).not.toMatch(/4242|4000 ?0000/);
});

test('a status change on the result page sends another event', async ({
  account,
  page,
  turnOn,
  paymentApi,
  result,
  sandbox,
  events,
}) => {
  await turnOn();
  await giveConsent(page);
  const refid = await paymentApi.createPayment(account('01'));
  const fpx = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' };
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, fpx), 'leave-pending'));
  await result.open('/bankResultFPX', refid);
  await expect.poll(() => events.at(-1)).toMatchObject({ event: 'payment_result', outcome: 'pending' });
  await sandbox.settle(refid, 'successful');
  await expect.poll(() => events.at(-1)).toMatchObject({ event: 'payment_result', outcome: 'successful' });
});

test('sends API errors of forms and pages with method, path and message', async ({
  account,
  page,
  turnOn,
  startTrackedPayment,
  payment,
  sandbox,
  result,
  events,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 50\d/);
  allowConsoleError(/ERR_CONNECTION_RESET/);
  await turnOn();
  await giveConsent(page);
  const refid = await startTrackedPayment(account('01'));
  await sandbox.fail('payment.init', 'error', 2);
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await expect(payment.errorSummary).toBeVisible();
  const error = { ...proceedToPayment('api_error'), method: 'POST', url: '/api/payment/pay' };
  await expect.poll(() => events.at(-1)).toEqual({ ...error, message: en.errors.initiateFailed });

  await page.route('**/api/payment/pay', (route) => route.abort('connectionreset'));
  await payment.pay.click();
  await expect.poll(() => events.at(-1)).toEqual({ ...error, message: en.errors.networkError });

  await sandbox.fail('payment.result', 'error', 2);
  await result.open('/bankResultFPX', refid);
  await expect(result.status).toHaveAttribute('data-status', 'error');
  const pageError = { method: 'GET', url: '/apg/payment/result', message: 'Request failed with status code 500' };
  await expect.poll(() => events.at(-1)).toEqual({ ...proceedToPayment('api_error'), ...pageError });
  expect(JSON.stringify(events)).not.toContain(refid);
});

test('withdrawing consent stops all events', async ({
  account,
  page,
  turnOn,
  startTrackedPayment,
  payment,
  events,
  waitForEvent,
}) => {
  await turnOn();
  await giveConsent(page);
  await startTrackedPayment(account('01'));
  const before = events.length;
  await page.getByTestId('analytics-stop').click();
  await expect(page.getByTestId('analytics-start')).toBeFocused();
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.pay.click();
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
  await expect(page.getByTestId('analytics-stop')).toBeHidden();
  await page.waitForLoadState('networkidle');
  expect(events).toHaveLength(before);
  // Consent can be given again.
  await page.goto('/');
  await page.getByTestId('analytics-start').click();
  await expect(page.getByTestId('analytics-stop')).toBeFocused();
  await page.goto('/');
  await waitForEvent('quick_pay_view');
});

test('without scripts consent and refusal are stored and can be changed', async ({
  browser,
  clientAddress,
  turnOn,
}) => {
  await turnOn();
  const context = await browser.newContext({
    baseURL: stack.site,
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': clientAddress },
  });
  const page = await context.newPage();
  const readCookie = async () => (await context.cookies()).find(({ name }) => name === 'ebill-analytics');
  await page.goto('/apg/help?answer=pending');
  await page.getByTestId('analytics-refuse').click();
  await expect(page).toHaveURL(/\/apg\/help\?answer=pending$/);
  await expect(consentBanner(page)).toHaveCount(0);
  expect(await readCookie()).toMatchObject({ value: 'no', httpOnly: true, sameSite: 'Lax' });
  await page.getByTestId('analytics-start').click();
  expect(await readCookie()).toMatchObject({ value: 'yes' });
  await page.getByTestId('analytics-stop').click();
  await expect(page.getByTestId('analytics-start')).toBeVisible();
  expect(await readCookie()).toMatchObject({ value: 'no' });
  await context.close();
});

test('does not ask with Do Not Track, in a kiosk, or on the redirect to a bank', async ({
  account,
  openVisit,
  sandbox,
  paymentApi,
  turnOn,
}) => {
  await turnOn();
  const visit = await openVisit();
  const refused = await (await visit.get('/', { 'sec-gpc': '1' })).text();
  expect([refused.includes('analytics-question'), refused.includes('analytics-start')]).toEqual([false, true]);
  const { url } = await sandbox.createOrder({ partnerKey: 'KIOSK', items: [{ name: 'Decoder', amount: 12_900 }] });
  const kiosk = await (await visit.get(new URL(url).pathname + new URL(url).search)).text();
  expect(kiosk).toContain('selectedPaymentMethod');
  expect(kiosk).not.toMatch(/analytics|consent/);
  const refid = await paymentApi.createPayment(account('01'));
  const begun = await visit.pay(refid, { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
  const redirectPage = await (await visit.get(begun.headers()['location'] ?? '')).text();
  expect(redirectPage).toContain('data-testid="continue"');
  expect(redirectPage).not.toMatch(/analytics|consent/);
});

test('the consent banner causes no layout shift and is accessible', async ({ browser, clientAddress, turnOn }) => {
  await turnOn();
  const issues: string[] = [];
  for (const [locale, words] of [
    ['en', en],
    ['ms', ms],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        baseURL: stack.site,
        locale,
        colorScheme,
        viewport: { width: 320, height: 640 },
        extraHTTPHeaders: { 'x-forwarded-for': clientAddress },
      });
      const page = await context.newPage();
      await page.goto('/');
      await expect(page.getByRole('region', { name: words.analytics.title })).toBeVisible();
      const layoutShift = await readLayoutShift(page);
      const buttons = consentBanner(page).getByRole('button');
      await expect(buttons).toHaveText([words.analytics.allow, words.analytics.refuse]);
      const heights = await buttons.evaluateAll((elements) =>
        elements.map((button) => button.getBoundingClientRect().height),
      );
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      const found = [
        ...(await findAxeViolations(page)),
        ...(layoutShift > 0 ? ['layout shift'] : []),
        ...(isTooWide ? ['too wide'] : []),
      ];
      if (heights.some((height) => height < 44)) found.push('target too small');
      await buttons.last().press('Enter');
      await expect(consentBanner(page)).toBeHidden();
      found.push(...(await findAxeViolations(page)));
      issues.push(...found.map((issue) => `${locale}, ${colorScheme}: ${issue}`));
      await context.close();
    }
  }
  expect(issues).toEqual([]);
});
