import { expect, test } from '../fixtures/journey';

const hour = 3_600_000;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

const methods = ['savedCard', 'newCard', 'epp', 'fpx', 'fpxCorporate', 'm2u', 'wallet', 'dcb', 'counter', 'duitnowQr'];

test.afterEach(async ({ sandbox }) => {
  for (const target of [...methods, 'MB2U0227', 'boost', 'carrier-a']) {
    await sandbox.planOutage(target, { until: null });
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a method that is down is disabled with a notice, a planned outage is announced before its method is chosen', async ({
      account,
      startPayment,
      payment,
      page,
      sandbox,
    }) => {
      await sandbox.planOutage('newCard', { until: at(hour) });
      await sandbox.planOutage('fpx', { from: at(hour), until: at(2 * hour) });
      await startPayment(account('01'));
      const notice = (hasText: string) => page.getByTestId('downtime-notice').filter({ hasText });
      await expect(payment.method('newCard')).toBeDisabled();
      await expect(notice('Card payment is down until')).toBeVisible();
      await expect(payment.method('fpx')).not.toBeChecked();
      await expect(notice('Online banking (FPX) will be down from')).toBeVisible();
      await expect(payment.method('fpx')).toBeEnabled();
    });

    test('while all methods are down one notice says so, and the page can be loaded again until one is back', async ({
      account,
      startPayment,
      payment,
      page,
      sandbox,
    }) => {
      for (const method of methods) await sandbox.planOutage(method, { until: at(hour) });
      await startPayment(account('01'));
      const notice = page.getByTestId('no-method');
      await expect(notice).toContainText('No payment method is available right now');
      await expect(payment.pay).toHaveCount(0);
      await sandbox.planOutage('m2u', { until: null });
      await notice.getByRole('link', { name: 'Check again' }).click();
      await expect(payment.method('m2u')).toBeEnabled();
      await expect(notice).toHaveCount(0);
      await expect(payment.pay).toBeVisible();
    });

    test('an outage that starts while the page is open says until when and keeps the choice and the other methods', async ({
      account,
      startPayment,
      payment,
      page,
      bank,
      sandbox,
    }) => {
      await startPayment(account('01'));
      await payment.chooseBank('fpx', 'MB2U0227', 'kept@ebill.example');
      await sandbox.planOutage('MB2U0227', { until: at(hour) });
      await payment.pay.click();
      await expect(payment.errorSummary).toContainText(/Maybank2U is down until .+\. Please try later/);
      await expect(payment.field('fpxBankID')).toHaveValue('MB2U0227');
      await sandbox.planOutage('fpx', { until: at(hour) });
      await payment.field('fpxBankID').selectOption('PBB0233');
      await payment.pay.click();
      await expect(payment.errorSummary).toContainText(/Online banking \(FPX\) is down until .+\. Please try later/);
      await expect(payment.method('fpx')).toBeChecked();
      await expect(payment.email).toHaveValue('kept@ebill.example');
      await payment.method('m2u').check();
      await payment.pay.click();
      await bank.arrive();
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
    });
  });
}

test('a wallet and a carrier that are down cannot be chosen', async ({
  account,
  startPayment,
  payment,
  page,
  sandbox,
}) => {
  await sandbox.planOutage('boost', { until: at(hour) });
  await sandbox.planOutage('carrier-a', { until: at(hour) });
  await startPayment(account('01'));
  await expect(page.locator('[name="selectedWallet"][value="boost"]')).toBeDisabled();
  await expect(page.locator('[name="selectedDCB"][value="carrier-a"]')).toBeDisabled();
  await payment.method('wallet').check();
  await expect(page.getByTestId('downtime-notice').filter({ hasText: 'Boost is down until' })).toBeVisible();
});

test('a card that cannot be removed stays and shows the error', async ({
  account,
  startOrder,
  payment,
  page,
  sandbox,
}) => {
  const refid = await startOrder(account('09'));
  await payment.method('savedCard').check();
  await page.getByTestId('remove-card').first().click();
  await sandbox.fail('card.delete', 'error');
  await page.getByTestId('confirm').click();
  await expect(page.getByTestId('error-summary')).toContainText('Failed to remove the card. Try again later.');
  await page.goto(`/epayment/entry?refid=${refid}`);
  await payment.method('savedCard').check();
  await expect(page.getByTestId('remove-card')).toHaveCount(3);
});
