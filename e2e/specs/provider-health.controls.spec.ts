import { expect, test } from '../fixtures/journey';

test.beforeEach(async ({ sandbox }) => {
  await sandbox.reset();
});
test.afterEach(async ({ sandbox }) => {
  await sandbox.reset();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('a bank that is failing just now is marked in the list, with an alternative that works, and can be chosen all the same', async ({
      account,
      startPayment,
      payment,
      bank,
      page,
      sandbox,
    }) => {
      await sandbox.setProviderHealth('fpx', 'BCBB0235', 'failing');
      await sandbox.setProviderHealth('duitnowQr', null, 'working');
      await startPayment(account('01'));
      await payment.chooseBank('fpx', 'BCBB0235');
      await expect(page.getByTestId('provider-warning')).toHaveText(
        'Payments by CIMB Clicks often do not go through just now. DuitNow QR works.',
      );
      await expect(payment.field('fpxBankID').locator('option:checked')).toHaveText('CIMB Clicks (trouble just now)');
      await expect(payment.method('duitnowQr')).toBeEnabled();
      await payment.pay.click();
      await bank.arrive();
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
    });

    test('a method and a wallet that are slow just now say so, and nothing is promised where nothing is known to work', async ({
      account,
      startPayment,
      payment,
      page,
      sandbox,
    }) => {
      await sandbox.setProviderHealth('m2u', null, 'slow');
      await sandbox.setProviderHealth('wallet', 'boost', 'slow');
      await startPayment(account('01'));
      const warning = page.getByTestId('provider-warning');
      await expect(warning.filter({ hasText: 'Maybank2u' })).toHaveText('Maybank2u is slow just now.');
      await expect(payment.method('m2u')).toBeEnabled();
      await payment.method('wallet').check();
      await expect(warning.filter({ hasText: 'Boost' })).toHaveText('Boost is slow just now.');
      await expect(page.getByRole('radio', { name: 'Boost (slow just now)' })).toBeEnabled();
    });
  });
}

test('the tile of a main bank has the mark, and chooses the bank', async ({
  account,
  startPayment,
  payment,
  page,
  sandbox,
}) => {
  await sandbox.setProviderHealth('fpx', 'BCBB0235', 'slow');
  await sandbox.setProviderHealth('wallet', 'touchngo', 'working');
  await startPayment(account('01'));
  await payment.method('fpx').check();
  await expect(page.getByTestId('provider-warning')).toHaveText('CIMB Clicks is slow just now. TouchNGo works.');
  await page.getByRole('button', { name: 'CIMB Clicks (slow just now)' }).click();
  await expect(payment.field('fpxBankID')).toHaveValue('BCBB0235');
});
