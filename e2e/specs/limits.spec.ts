import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { findAxeViolations } from '../fixtures/accessibility';
import { expect, test as base } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { AccountsPage } from '../pages/accounts-page';
import { routes } from '../../lib/routes';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

const words = { en, ms };

/** A Visa number with a BIN that no other test uses. */
function visa(n: number): string {
  const digits = `${47_000_000 + n}0000000`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Posts the site's forms without a browser, from the browser's IP address. */
class Forms {
  constructor(private readonly request: APIRequestContext) {}

  lookUp(accountNumber: string, headers: Readonly<Record<string, string>> = { accept: 'application/json' }) {
    return this.request.post('/api/bill/lookup', { headers, form: { accountNumber } });
  }

  /** Uses up the look-ups of one address before a proof of work is required. */
  async exhaustLookups() {
    const firstAccount = 20_000_000 + Math.floor(Math.random() * 60_000_000);
    for (let index = 0; index < 20; index += 1) {
      expect((await this.lookUp(`${firstAccount + index}01`)).status()).toBe(200);
    }
  }

  /** Uses up the codes of one address before a proof of work is required. */
  async exhaustCodes() {
    for (let index = 0; index < 60; index += 1) {
      const form = { token: `${'a'.repeat(26)}.${'b'.repeat(43)}`, idempotencyKey: randomUUID() };
      const response = await this.request.post('/api/auto-debit/cancel', {
        headers: { accept: 'application/json' },
        form,
      });
      expect(response.status()).toBe(200);
    }
  }

  pay(refid: string, shownAmount: number, choice: Readonly<Record<string, string>>) {
    return this.request.post('/api/payment/pay', {
      headers: { accept: 'application/json' },
      form: { refid, shownAmount, idempotencyKey: randomUUID(), userEmailAddress: 'a@ebill.example', ...choice },
    });
  }

  payByCard(refid: string, shownAmount: number, cardNumber: string) {
    const card = { cardNumber, cardExpiry: '12/39', cardCvv: '123', cardName: 'PAYER' };
    return this.pay(refid, shownAmount, { selectedPaymentMethod: 'newCard', ...card });
  }
}

interface LimitFixtures {
  forms: Forms;
  /** Creates payments for this test's accounts. */
  createPayments: (count: number) => Promise<readonly { readonly refid: string; readonly amount: number }[]>;
}

const test = base.extend<LimitFixtures>({
  forms: async ({ playwright, clientAddress }, use) => {
    const extraHTTPHeaders = { 'x-forwarded-for': clientAddress, origin: stack.site };
    const context = await playwright.request.newContext({ baseURL: stack.site, extraHTTPHeaders });
    await use(new Forms(context));
    await context.dispose();
  },
  createPayments: async ({ paymentApi, account, sandbox }, use) => {
    await use((count) =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const refid = await paymentApi.createPayment(account(String(60 + index)));
          return { refid, amount: (await sandbox.history(refid)).amount };
        }),
      ),
    );
  },
});

/** Chromium logs the status of a rate-limited response. */
const rateLimited = /status of 429/;

/** Delays the browser's proof of work. Returns a function that lets it start. */
async function delayProofOfWork(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/turbopack-worker|work\.worker/, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

test('row 17: of 40 cards from one address at most five reach the bank, and other methods stay open', async ({
  forms,
  createPayments,
  sandbox,
}) => {
  const payments = await createPayments(10);
  const indexes = Array.from({ length: 40 }, (_, index) => index);
  const responses = [];
  for (let from = 0; from < indexes.length; from += 10) {
    const batch = indexes.slice(from, from + 10).map((index) => {
      const { refid, amount } = payments[index % payments.length] ?? { refid: '', amount: 0 };
      return forms.payByCard(refid, amount, visa(index));
    });
    responses.push(...(await Promise.all(batch)));
  }
  const histories = await Promise.all(payments.map(({ refid }) => sandbox.history(refid)));
  const attempted = histories.flatMap(({ attempts }) => attempts).length;
  expect(attempted).toBeGreaterThan(0);
  expect(attempted).toBeLessThanOrEqual(5);
  const last = responses.at(-1);
  expect(last?.status()).toBe(429);
  expect(Number(last?.headers()['retry-after'])).toBeGreaterThan(0);
  const { fieldErrors } = (await last?.json()) as { fieldErrors: Record<string, string> };
  expect(fieldErrors['cardNumber']).toContain('Please use another payment method');

  const unattempted = histories.findIndex(({ attempts }) => attempts.length === 0);
  const { refid, amount } = payments[unattempted] ?? { refid: '', amount: 0 };
  const response = await forms.pay(refid, amount, { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' });
  expect(response.status()).toBe(200);
});

test('row 17: after declines the browser works for the next card, and it is taken to the bank', async ({
  forms,
  createPayments,
  account,
  startPayment,
  payment,
  bank,
  page,
  allowConsoleError,
}) => {
  allowConsoleError(rateLimited);
  for (const [index, { refid, amount }] of (await createPayments(3)).entries()) {
    expect((await forms.payByCard(refid, amount, visa(300 + index))).status()).toBe(200);
  }
  await startPayment(account('01'));
  await payment.fillCard({ number: visa(310) });
  const startProofOfWork = await delayProofOfWork(page);
  await payment.pay.click();
  await expect(page.getByTestId('proof-of-work')).toHaveText(words.en.errors.proofOfWorkInProgress);
  startProofOfWork();
  await bank.arrive();
});

for (const locale of ['en', 'ms'] as const) {
  test(`row 13: beyond 20 look-ups the browser works for the next, says so in ${locale}, and the bill is shown`, async ({
    forms,
    home,
    bill,
    account,
    page,
    context,
    allowConsoleError,
  }) => {
    allowConsoleError(rateLimited);
    await forms.exhaustLookups();
    await context.addCookies([{ name: 'ebill-locale', value: locale, url: stack.site }]);
    await home.open();
    // Before hydration the browser would post the form.
    await home.accountNumber.fill('1');
    await home.waitForHydration();
    const startProofOfWork = await delayProofOfWork(page);
    await home.lookUp(account('01'));
    const status = page.getByRole('status').filter({ hasText: words[locale].errors.proofOfWorkInProgress });
    await expect(status).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    startProofOfWork();
    await expect(bill.value('account-number')).toContainText(account('01').slice(-4));
  });
}

test('row 45: the eleventh look-up of one account costs a proof of work, and the bill is shown', async ({
  forms,
  home,
  bill,
  account,
  allowConsoleError,
}) => {
  allowConsoleError(rateLimited);
  const accountNumber = account('01');
  for (let index = 0; index < 10; index += 1) {
    expect((await forms.lookUp(accountNumber)).status()).toBe(200);
  }
  await home.open();
  await home.lookUp(accountNumber);
  await expect(bill.value('account-number')).toContainText(accountNumber.slice(-4));
});

test('a listed account that was looked up too often elsewhere can be changed at once @both', async ({
  forms,
  page,
  home,
  bill,
  account,
}) => {
  const accounts = new AccountsPage(page);
  const accountNumber = account('01');
  await home.open();
  await home.lookUp(accountNumber);
  await bill.option('current').check();
  await accounts.begin();
  for (let index = 0; index < 10; index += 1) await forms.lookUp(accountNumber);
  await accounts.change(1);
  await expect(bill.value('account-number')).toHaveText(accountNumber);
  await accounts.choose(bill, '2');
  await expect(accounts.total).toHaveText('RM2.00');
});

test('row 13: without scripts the 21st look-up is told to wait, or to turn scripts on', async ({ forms, account }) => {
  await forms.exhaustLookups();
  const response = await forms.lookUp(account('01'), {});
  expect(response.status()).toBe(429);
  expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0);
  expect(await response.text()).toContain(words.en.errors.tooManyWithoutScripts.split('}} ').at(-1));
});

test('row 45: with the codes of its address used up by neighbours the browser works for each of its own', async ({
  forms,
  account,
  startPayment,
  payment,
  payByMobile,
  autoDebit,
  result,
  sandbox,
  page,
  allowConsoleError,
}) => {
  test.setTimeout(90_000);
  allowConsoleError(rateLimited);
  const number = '60120000357';
  const refid = await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await forms.exhaustCodes();
  await payByMobile.requestTac(number);
  await expect(payByMobile.tac).toBeVisible();
  await payByMobile.enterTac(await sandbox.findCode(number));
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await page.goto(`${routes.autoDebitPin}?refid=${refid}`);
  await page.getByTestId('send-code').click();
  await expect(autoDebit.pin).toBeVisible();
});

test('a direct link that is opened too often is answered with 429 and the time to wait', async ({ request }) => {
  const address = `${routes.directBill}?refid=${'a'.repeat(26)}`;
  for (let index = 0; index < 60; index += 1) expect((await request.get(address)).status()).toBe(200);
  const refused = await request.get(address);
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
  expect(await refused.text()).toContain(words.en.errors.tooManyRequests.split(' {')[0]);
});
