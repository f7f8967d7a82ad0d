import { paymentPath, routes } from '../../lib/routes';
import en from '../../messages/en.json';
import { expect, test } from '../fixtures/journey';
import { fpx } from '../fixtures/payments';

/* These tests change shared state (config, clock, faults), so they run serially after the others. */

test.afterEach(async ({ sandbox }) => {
  await sandbox.reset();
});

test('maintenance mode closes the site until it is turned off', async ({ page, sandbox, allowConsoleError }) => {
  allowConsoleError(/status of 503/);
  await sandbox.configure({ isApgDown: true });
  await expect.poll(async () => (await page.goto('/'))?.status(), { timeout: 6_000 }).toBe(503);
  await expect(page.getByTestId('maintenance')).toContainText(
    'Sorry for the inconvenience. We are currently completing crucial upgrades and maintenance and will be back soon.',
  );
  await expect(page.getByTestId('maintenance')).toContainText('Site Under Maintenance');
  await expect(page.getByTestId('site-footer')).toBeVisible();
  await sandbox.configure({ isApgDown: false });
  await expect.poll(async () => (await page.goto('/'))?.status(), { timeout: 6_000 }).toBe(200);
});

test('accepts a bank’s return during maintenance', async ({
  page,
  sandbox,
  account,
  startPayment,
  payment,
  bank,
  result,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 50\d/);
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await bank.arrive();
  await sandbox.configure({ isApgDown: true });
  await expect.poll(async () => (await page.request.get('/')).status(), { timeout: 6_000 }).toBe(503);
  await bank.press('Approve, return only');
  await expect(page.getByTestId('maintenance')).toBeVisible();
  expect((await sandbox.ledger()).credits.filter((credit) => credit.refid === refid)).toHaveLength(1);
  await sandbox.configure({ isApgDown: false });
  await expect(async () => {
    await result.open('/bankResultFPX', refid);
    await expect(result.status).toHaveAttribute('data-status', 'successful', { timeout: 1_000 });
  }).toPass({ timeout: 8_000 });
});

test('offers English only when localisation is off', async ({ request, sandbox }) => {
  const languageForMalay = async () => {
    const html = await (await request.get('/', { headers: { 'accept-language': 'ms' } })).text();
    return /<html lang="(\w+)"/.exec(html)?.[1];
  };
  expect(await languageForMalay()).toBe('ms');
  await sandbox.configure({ localisationStatus: false });
  await expect.poll(languageForMalay, { timeout: 6_000 }).toBe('en');
});

test('cancels a payment without corporate approval after five days', async ({
  page,
  account,
  startPayment,
  payment,
  payAtBank,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await payment.chooseBank('fpxCorporate', 'MBB0228');
  await payAtBank('Pending corporate approval');
  await expect(result.status).toHaveAttribute('data-status', 'pending-approval');
  await sandbox.advanceClock('P5DT1M');
  await page.reload();
  await expect(result.status).toHaveAttribute('data-status', 'cancelled');
  const history = await sandbox.history(refid);
  expect(history.attempts.at(-1)?.state).toBe('cancelled');
  expect((await sandbox.ledger()).balanced).toBe(true);
});

test('the payment page reloads when its timer is at zero, and shows that the payment has expired', async ({
  page,
  account,
  startPayment,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await sandbox.advanceClock('PT14M52S');
  await page.goto(paymentPath(refid));
  await expect(page.getByTestId('payment-timer')).toContainText(/0:0\d/);
  // Nothing is pressed: the page reloads by itself.
  await expect(result.status).toHaveAttribute('data-status', 'expired', { timeout: 25_000 });
  expect((await sandbox.history(refid)).state).toBe('expired');
});

test('card 0119: pending at first, settled by an enquiry an hour later', async ({
  page,
  account,
  startPayment,
  payment,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await payment.fillCard({ number: '4000 0000 0000 0119' });
  await payment.pay.click();
  await expect(result.status).toHaveAttribute('data-status', 'pending');
  await sandbox.advanceClock('PT61M');
  await page.reload();
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  expect((await sandbox.ledger()).credits.filter((credit) => credit.refid === refid)).toHaveLength(1);
});

for (const mode of ['error', 'garbage'] as const) {
  test(`payment.init failing with '${mode}' keeps the input`, async ({ account, startPayment, payment, sandbox }) => {
    await startPayment(account('01'));
    await sandbox.fail('payment.init', mode, 2);
    await payment.chooseBank('fpx', 'MB2U0227', 'kept@ebill.example');
    await payment.pay.click();
    await expect(payment.errorSummary).toBeVisible();
    await expect(payment.email).toHaveValue('kept@ebill.example');
    await expect(payment.method('fpx')).toBeChecked();
  });
}

test('after returning from a bank, a failed cancel or a failed second attempt stays on the page', async ({
  account,
  page,
  paymentApi,
  payment,
  sandbox,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  await paymentApi.begin(refid, fpx);
  await page.goto(paymentPath(refid));
  await sandbox.fail('payment.cancel', 'error', 2);
  await page.getByTestId('cancel').click();
  await page.getByTestId('confirm').click();
  await expect(payment.errorSummary).toContainText(en.errors.technical);
  await sandbox.fail('payment.init', 'error', 2);
  await payment.choosePlain('duitnowQr');
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText(en.errors.initiateFailed);
  await expect(page).toHaveURL(new RegExp(`${routes.payment}`));
  expect((await sandbox.history(refid)).attempts).toHaveLength(1);
});

test('a lost response of payment.init is repeated under the same idempotency key', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  result,
  sandbox,
}) => {
  const refid = await startPayment(account('01'));
  await sandbox.fail('payment.init', 'drop-answer', 1);
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  expect((await sandbox.history(refid)).attempts).toHaveLength(1);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a payment whose beginning is not answered, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test('is shown as begun, with what was typed', async ({ account, startPayment, payment, page, sandbox }) => {
      const refid = await startPayment(account('01'));
      // Both tries of the site.
      await sandbox.fail('payment.init', 'drop-answer', 2);
      await payment.chooseBank('fpx', 'MB2U0227', 'lost@ebill.example');
      await payment.pay.click();
      await expect(page.getByText(en.payment.inProgressTextElsewhere)).toBeVisible();
      await expect(payment.email).toHaveValue('lost@ebill.example');
      expect((await sandbox.history(refid)).attempts).toHaveLength(1);
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a result that cannot be loaded, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled });

    test('shows the error of the specification and tries again by itself', async ({
      account,
      paymentApi,
      result,
      sandbox,
      allowConsoleError,
    }) => {
      allowConsoleError(/status of 50\d/);
      const refid = await paymentApi.payAtBank(account('01'));
      // Each read is tried twice.
      await sandbox.fail('payment.result', 'error', 2);
      await result.open('/bankResultFPX', refid);
      await expect(result.status).toHaveAttribute('data-status', 'error');
      await expect(result.status).toContainText(
        'It looks like you may have encountered a technical issue. Please try to make your payment again in a little while.',
      );
      await expect(result.status).toContainText(en.result.error.unknownNext);
      await expect(result.status).toHaveAttribute('data-status', 'successful', { timeout: 20_000 });
    });
  });
}

test('a bill lookup that fails once is retried automatically', async ({ page, home, account, sandbox }) => {
  await sandbox.fail('bill.get', 'error', 1);
  await home.open();
  await home.lookUp(account('01'));
  await expect(page).toHaveURL(/\/pay\/ebill$/);
});
