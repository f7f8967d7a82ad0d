import { findFaults } from '../fixtures/accessibility';
import { expect } from '../fixtures/journey';
import { fpx } from '../fixtures/payments';
import { test, type Way } from '../fixtures/ways';
import { paymentPath } from '../../lib/routes';

/** What accessibility.spec.ts looks at, of the states into which the sandbox is brought for all: these run alone. */

test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } });

const hour = 3_600_000;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const ways: Readonly<Record<string, Way>> = {
  async *'what is down, and what will be'({ page, sandbox, wire, account, payment, home }) {
    for (const target of ['newCard', 'MB2U0227', 'boost', 'carrier-a']) {
      await sandbox.planOutage(target, { until: at(hour) });
    }
    await sandbox.planOutage('fpx', { from: at(hour), until: at(2 * hour) });
    await page.goto(paymentPath(await wire.createPayment(account('01'))));
    for (const method of ['fpx', 'wallet', 'dcb']) {
      await payment.method(method).check();
      yield { name: `down: ${method}`, part: '#selectedPaymentMethod' };
    }
    await sandbox.planOutage('MB2U0227', { until: null });
    await page.reload();
    await payment.chooseBank('fpx', 'MB2U0227');
    await sandbox.planOutage('MB2U0227', { until: at(hour) });
    await payment.pay.click();
    await payment.errorSummary.waitFor();
    yield { name: 'down since the page was opened' };
    await sandbox.configure({
      quickPayCustomMessageEnabled: true,
      quickPayCustomMessageContent: 'Our counters are closed on Monday.',
    });
    await home.open();
    yield { name: 'a message on the first page' };
  },

  async *'what cannot be had'({ page, sandbox, wire, account, result }) {
    const refid = await wire.createPayment(account('01'));
    await sandbox.fail('payment.result', 'error', 2);
    await result.open('/bankResultFPX', refid);
    await result.status.waitFor();
    yield { name: 'a result that cannot be read' };
    await sandbox.fail('payment.page', 'error', 2);
    await page.goto(paymentPath(refid));
    yield { name: 'a payment that cannot be read' };
  },

  async *'what time has ended'({ sandbox, wire, account, result }) {
    const untried = await wire.createPayment(account('01'));
    const left = await wire.createPayment(account('04'));
    await wire.begin(left, fpx);
    await sandbox.advanceClock('PT16M');
    for (const refid of [untried, left]) {
      await result.open('/bankResultFPX', refid);
      await result.status.waitFor();
      yield { name: 'expired' };
    }
  },

  async *'questions before and after'({ page, sandbox, wire, account, result, autoDebit }) {
    await sandbox.configure({ gaEnabled: true, autoDebitType: 'ulm' });
    await expect(async () => {
      await page.goto('/');
      await page.getByTestId('analytics-question').waitFor({ timeout: 500 });
    }).toPass({ timeout: 8_000 });
    yield { name: 'may visits be counted?' };
    await page.getByTestId('analytics-refuse').click();
    await page.getByTestId('analytics-question').waitFor({ state: 'hidden' });
    yield { name: 'visits are not counted' };
    await result.open('/bankResultFPX', await wire.payAtBank(account('01')));
    await autoDebit.enable.click();
    await autoDebit.continue.waitFor();
    yield { name: 'auto debit by account linking' };
  },

  async *maintenance({ page, sandbox }) {
    await sandbox.configure({ isApgDown: true });
    await expect.poll(async () => (await page.goto('/'))?.status(), { timeout: 8_000 }).toBe(503);
    yield { name: 'maintenance' };
  },
};

for (const locale of ['en', 'ms'] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test.afterEach(async ({ sandbox, page }) => {
      await sandbox.reset();
      // The site's own copy of the config is up to five seconds old.
      await expect.poll(async () => (await page.request.get('/')).status(), { timeout: 8_000 }).toBe(200);
    });

    for (const [name, walk] of Object.entries(ways)) {
      test(name, async ({ page, walker, allowConsoleError }) => {
        allowConsoleError(/status of 50\d/);
        test.setTimeout(90_000);
        for await (const stop of walk(walker)) {
          expect.soft(await findFaults(page, { ...stop, locale }), stop.name).toEqual([]);
        }
      });
    }
  });
}
