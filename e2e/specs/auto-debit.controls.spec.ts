import { AutoDebitPage } from '../pages/auto-debit-page';
import { findAxeViolations } from '../fixtures/accessibility';
import { expect, test } from '../fixtures/journey';
import { interpolate } from '../fixtures/interpolate';
import { stack } from '../fixtures/stack';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

/* These tests change the clock or the common config for all visits, so they run serially. */

const languages = [
  ['en-GB', en],
  ['ms', ms],
] as const;

test.afterAll(async ({ playwright }) => {
  // Restore the sandbox for the tests that follow.
  const request = await playwright.request.newContext();
  await request.post(`${stack.backend}/sandbox/reset`, { data: {} });
  await request.dispose();
});

for (const [locale, words] of languages) {
  test.describe(locale, () => {
    test.use({ locale });

    test('a PIN expires after ten minutes, and a new one can be sent', async ({
      account,
      paymentApi,
      result,
      autoDebit,
      sandbox,
    }) => {
      const accountNumber = account('01');
      await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
      const first = await autoDebit.requestPin(accountNumber);
      await sandbox.advanceClock('PT10M');
      await autoDebit.enterPin(first.code);
      await expect(autoDebit.errorSummary).toContainText(words.errors.codeExpired);
      // The page uses the backend's time.
      await result.page.reload();
      await autoDebit.resendCode.click();
      await expect(autoDebit.resendCode).toBeDisabled();
      await expect.poll(async () => (await autoDebit.readPin(accountNumber)).code).not.toBe(first.code);
      await autoDebit.enterPin((await autoDebit.readPin(accountNumber)).code);
      await expect(autoDebit.cardNumber).toBeVisible();
    });
  });
}

test.describe('by account linking', () => {
  test.beforeAll(async ({ playwright }) => {
    const request = await playwright.request.newContext();
    await request.post(`${stack.backend}/sandbox/reset`, { data: {} });
    await request.post(`${stack.backend}/sandbox/config`, {
      data: { autoDebitType: 'ulm', autoDebitBannerEnabled: true },
    });
    // The site's cached config is up to five seconds old.
    const readType = async () => (await (await request.get(`${stack.site}/apg/util/config`)).json()).autoDebitType;
    await expect.poll(readType).toBe('ulm');
    await request.dispose();
  });

  for (const [locale, words] of languages) {
    test.describe(locale, () => {
      test.use({ locale });

      test('links only the payer’s own account', async ({ account, paymentApi, result, autoDebit, page }) => {
        const accountNumber = account('01');
        await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
        await autoDebit.enable.click();
        await expect(autoDebit.continue).toBeVisible();
        expect(await findAxeViolations(page), 'link').toEqual([]);

        const linkAccount = async (number: string | null) => {
          await autoDebit.continue.click();
          if (number !== null) await page.locator('[name="accountNumber"]').fill(number);
          await page.getByRole('button', { name: number === null ? 'Decline' : 'Approve' }).click();
        };
        await linkAccount(null);
        await expect(autoDebit.errorSummary).toContainText(words.autoDebit.linkDenied);
        await autoDebit.enable.click();
        await linkAccount('9999999999');
        await expect(autoDebit.errorSummary).toContainText(words.autoDebit.linkRefused);
        // A guessed code and state are rejected.
        await page.goto('/ulm/autodebit/register?code=guessed&state=guessed');
        await expect(autoDebit.title).toHaveText(words.autoDebit.notOfferedTitle);
        await page.goBack();
        await autoDebit.enable.click();
        await linkAccount(accountNumber);
        await autoDebit.submitCard('4000 0000 0000 0002');
        await expect(autoDebit.errorSummary).toContainText(words.errors.autoDebitFailed);
        await autoDebit.submitCard('4242 4242 4242 4242');
        await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      });

      test('says why it does not begin for an address that has begun it too often', async ({
        account,
        paymentApi,
        result,
        autoDebit,
        page,
        allowConsoleError,
      }) => {
        allowConsoleError(/429/);
        const refid = await paymentApi.payAtBank(account('01'));
        await result.open('/bankResultFPX', refid);
        // docs/security.md: 60 in ten minutes.
        for (let count = 0; count < 60; count += 1) {
          await page.request.post('/api/auto-debit/enable', {
            form: { refid, idempotencyKey: `${count}`.padStart(22, 'k') },
            headers: { origin: stack.site },
            maxRedirects: 0,
          });
        }
        await autoDebit.enable.click();
        await expect(autoDebit.errorSummary).toContainText(words.errors.tooManyRequests.split('{')[0] ?? '');
        await expect(autoDebit.enable).toBeVisible();
      });

      test('in a partner’s frame opens a popup, or asks to allow popups', async ({
        account,
        paymentApi,
        sandbox,
        openPartnerFrame,
        page,
        allowConsoleError,
      }) => {
        allowConsoleError(/Blocked opening|autofocusing/);
        const accountNumber = account('01');
        const order = { items: [{ name: 'Decoder', amount: 12_900 }], billAccount: accountNumber };
        const { paymentId } = await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP' });
        const url = paymentApi.urlOf(
          `/bankResultFPX?refid=${await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId))}`,
        );
        const framed = new AutoDebitPage(page.frameLocator('iframe'), sandbox);

        await page.goto(await openPartnerFrame({ url, sandbox: 'allow-scripts allow-forms allow-same-origin' }));
        await framed.enable.click();
        await expect(framed.root.getByText(words.errors.enablePopups)).toBeVisible();

        await page.goto(await openPartnerFrame({ url }));
        const [popup] = await Promise.all([page.waitForEvent('popup'), framed.enable.click()]);
        const inPopup = new AutoDebitPage(popup, sandbox);
        await inPopup.continue.click();
        await popup.locator('[name="accountNumber"]').fill(accountNumber);
        await popup.getByRole('button', { name: 'Approve' }).click();
        await inPopup.submitCard('4242 4242 4242 4242');
        await expect(
          popup.getByText(interpolate(words.autoDebit.registeredCard, { brand: 'Visa', lastFour: '4242' })),
        ).toBeVisible();
      });
    });
  }

  test('without scripts opens in the top-level window', async ({
    browser,
    account,
    paymentApi,
    sandbox,
    openPartnerFrame,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] };
    const { paymentId } = await sandbox.createOrder({ ...order, billAccount: account('01') });
    const url = paymentApi.urlOf(
      `/bankResultFPX?refid=${await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId))}`,
    );
    await page.goto(await openPartnerFrame({ url }));
    await new AutoDebitPage(page.frameLocator('iframe'), sandbox).enable.click();
    await expect(page).toHaveURL((address) => address.origin === stack.site);
    await expect(new AutoDebitPage(page, sandbox).continue).toBeVisible();
    await context.close();
  });

  test('the operator’s banner links to the campaign', async ({ account, home, page }) => {
    await home.open();
    await home.lookUp(account('01'));
    await expect(page.getByTestId('auto-debit-banner')).toHaveAttribute('href', /^https:\/\//);
  });
});
