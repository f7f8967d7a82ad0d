import { expect, test } from '../fixtures/journey';

const hour = 3_600_000;
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

test.afterEach(async ({ sandbox }) => {
  for (const target of ['fpx', 'MB2U0227', 'boost', 'carrier-a', 'newCard']) {
    await sandbox.planOutage(target, { until: null });
  }
});

test('a method that is down is disabled with its notice; one that will be is announced', async ({
  account,
  startPayment,
  payment,
  page,
  sandbox,
}) => {
  await sandbox.planOutage('newCard', { until: at(hour) });
  await sandbox.planOutage('fpx', { from: at(hour), until: at(2 * hour) });
  await startPayment(account('01'));
  await expect(payment.method('newCard')).toBeDisabled();
  await expect(page.getByTestId('downtime-notice').filter({ hasText: 'Card payment is down until' })).toBeVisible();
  await payment.method('fpx').check();
  await expect(
    page.getByTestId('downtime-notice').filter({ hasText: 'Online banking (FPX) will be down from' }),
  ).toBeVisible();
});

test('an outage that begins while the page is open is found before the payer leaves', async ({
  account,
  startPayment,
  payment,
  sandbox,
}) => {
  await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227');
  await sandbox.planOutage('MB2U0227', { until: at(hour) });
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('This bank is offline now. Please select another bank.');
  await sandbox.planOutage('fpx', { until: at(hour) });
  await payment.chooseBank('fpx', 'PBB0233');
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('This payment method is not available now.');
});

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

test('a card that cannot be removed now says so, and stays', async ({
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
