import { expect, test } from '../fixtures/journey';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';
import { AutoDebitPage } from '../pages/auto-debit-page';

test.beforeEach(async ({ sandbox }) => {
  await sandbox.reset();
});
test.afterAll(async ({ playwright }) => {
  // The journeys after these find the sandbox as it was.
  const request = await playwright.request.newContext();
  await request.post(`${process.env['E2E_BACKEND']}/sandbox/reset`, { data: {} });
  await request.dispose();
});

for (const [locale, words] of [
  ['en-GB', en],
  ['ms', ms],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test('the account is linked by its own holder, and no other account', async ({
      page,
      account,
      startPayment,
      payment,
      bank,
      sandbox,
      home,
      bill,
    }) => {
      await sandbox.configure({ autoDebitType: 'ulm', autoDebitBannerEnabled: true });
      const autoDebit = new AutoDebitPage(page);
      const accountNumber = account('01');
      // The site's config is up to five seconds old: the banner tells when it has the new one.
      await home.open();
      await home.lookUp(accountNumber);
      await expect(bill.pay).toBeVisible();
      await expect(async () => {
        await page.reload();
        await expect(page.getByTestId('auto-debit-banner')).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await startPayment(accountNumber);
      await payment.chooseBank('fpx', 'MB2U0227');
      await payment.pay.click();
      await bank.arrive();
      await bank.press('Approve');
      await autoDebit.enable.click();

      const answerAs = async (number: string | null) => {
        await page.getByTestId('continue').click();
        if (number !== null) await page.locator('[name="accountNumber"]').fill(number);
        await page.getByRole('button', { name: number === null ? 'Decline' : 'Approve' }).click();
      };
      const beginAgain = () => page.getByRole('button', { name: words.autoDebit.enable }).click();
      await answerAs(null);
      await expect(autoDebit.errorSummary).toContainText(words.autoDebit.linkDenied);
      await beginAgain();
      await answerAs('9999999999');
      await expect(autoDebit.errorSummary).toContainText(words.autoDebit.linkRefused);
      await beginAgain();
      await answerAs(accountNumber);
      await autoDebit.giveCard('4242 4242 4242 4242');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.autoDebit.registeredTitle);
    });
  });
}
