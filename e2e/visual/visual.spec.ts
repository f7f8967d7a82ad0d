import { expect, test as journey } from '../fixtures/journey';
import { stabilizePage } from './stabilize-page';

/*
 * Visual regression tests: key screens are compared pixel by pixel with e2e/visual/snapshots. After an intended change run
 * `npm run e2e -- --project=visual --update-snapshots`, and review the snapshots before committing them.
 */

// e2e/fonts makes text the same on every Linux; other systems render it differently.
journey.skip(process.platform !== 'linux', 'the snapshots were taken on Linux');

interface SnapshotFixtures {
  /** Compares the whole page with the snapshot of that name. */
  compare: (name: string) => Promise<void>;
}

const test = journey.extend<SnapshotFixtures>({
  compare: async ({ page, viewport }, use) => {
    await use(async (name) => {
      await stabilizePage(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (viewport !== null) await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) });
      // Browser versions differ slightly in the antialiasing of text.
      const mask = [page.getByRole('timer')];
      await expect(page).toHaveScreenshot(`${name}.png`, { mask, threshold: 0.01, maxDiffPixels: 150 });
    });
  },
});

test.describe('on a phone, in English, light', () => {
  test.use({ locale: 'en' });

  test('home', async ({ home, compare }) => {
    await home.open();
    await compare('home');
  });

  test('bill', async ({ home, bill, account, compare }) => {
    await home.open();
    await home.lookUp(account('04'));
    await bill.pay.waitFor();
    await compare('bill');
  });

  test('payment', async ({ payment, startPayment, account, compare }) => {
    await startPayment(account('01'));
    await payment.method('wallet').check();
    await compare('payment');
  });

  test('result', async ({ page, payment, result, startPayment, account, compare }) => {
    // An account on auto debit has no offer on the result.
    await startPayment(account('11'));
    await payment.fillCard({ number: '4242 4242 4242 4242' });
    await payment.pay.click();
    await result.status.waitFor();
    await page.getByTestId('receipt-number').waitFor();
    await compare('result');
  });

  test('not found', async ({ page, allowConsoleError, compare }) => {
    allowConsoleError(/status of 404/);
    await page.goto('/no/such/page');
    await compare('not-found');
  });
});

test.describe('on a phone, in Malay, dark', () => {
  test.use({ locale: 'ms', colorScheme: 'dark' });

  test('invalid account number', async ({ home, compare }) => {
    await home.open();
    await home.lookUp('12345');
    await home.errorSummary.waitFor();
    await compare('home-error-dark');
  });

  test('failed payment', async ({ payment, result, startPayment, account, compare }) => {
    await startPayment(account('01'));
    await payment.fillCard({ number: '4000 0000 0000 9995' });
    await payment.pay.click();
    await result.status.waitFor();
    await compare('result-failed-dark');
  });
});

test.describe('on a desktop, in English', () => {
  test.use({ locale: 'en', viewport: { width: 1280, height: 900 } });

  test('bill', async ({ home, bill, account, compare }) => {
    await home.open();
    await home.lookUp(account('02'));
    await bill.pay.waitFor();
    await compare('bill-wide');
  });

  test('a partner’s order', async ({ page, payment, sandbox, compare }) => {
    const { url } = await sandbox.createOrder({
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 12_900 }],
      currency: 'MYR',
      charges: [{ name: 'Delivery', amount: 1_000 }],
    });
    await page.goto(url);
    await payment.pay.waitFor();
    await compare('payment-partner-wide');
  });
});
