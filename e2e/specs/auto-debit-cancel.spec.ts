import { interpolate } from '../fixtures/interpolate';
import { expect, test } from '../fixtures/journey';
import { routes } from '../../lib/routes';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

/* The link in the confirmation of auto debit, by which its payer cancels it. */

const languages = [
  { locale: 'en-GB', words: en, lang: 'en', subject: 'Auto debit is on for account ••••••' },
  { locale: 'ms', words: ms, lang: 'ms', subject: 'Auto debit telah diaktifkan untuk akaun ••••••' },
] as const;

for (const { locale, words, lang, subject } of languages) {
  const text = words.autoDebitCancellation;

  test.describe(locale, () => {
    test.use({ locale });

    test('the link in the confirmation cancels auto debit, once its button is pressed @both', async ({
      account,
      startPayment,
      payment,
      autoDebit,
      sandbox,
      page,
    }) => {
      const accountNumber = account('01');
      const email = `${lang}-${accountNumber}@ebill.example`;
      const refid = await startPayment(accountNumber);
      await payment.fillCard({ number: '4242 4242 4242 4242' }, email);
      await payment.field('isAutoDebitOption').check();
      await payment.pay.click();
      const { code } = await autoDebit.requestPin(accountNumber);
      await autoDebit.enterPin(code);
      await expect(autoDebit.title).toHaveText(words.autoDebit.registeredTitle);
      const link = await autoDebit.findCancelLink(email);
      const [confirmation] = await sandbox.messages(email);
      expect(confirmation?.text).toMatch(new RegExp(`^${subject}${accountNumber.slice(-4)}\\n`));

      // Whoever reads mail for viruses opens links: twice.
      await page.goto(link);
      const opened = await page.goto(link);
      expect(opened?.headers()).toMatchObject({
        'x-robots-tag': 'noindex',
        'referrer-policy': 'same-origin',
        'cache-control': expect.stringContaining('no-store'),
      });
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      await expect(autoDebit.title).toHaveText(text.title);
      const masked = `••••••${accountNumber.slice(-4)}`;
      await expect(page.getByTestId('account-number')).toHaveText(interpolate(text.text, { account: masked }));
      await expect(page.getByText(interpolate(text.card, { brand: 'Visa', lastFour: '4242' }))).toBeVisible();
      expect(await page.content()).not.toContain(accountNumber);

      await page.getByTestId('confirm').click();
      await expect(autoDebit.title).toHaveText(text.cancelledTitle);
      await expect(page.getByRole('status')).toHaveText(interpolate(text.cancelledText, { account: masked }));
      expect(page.url()).toBe(link);
      await page.goto(link);
      await expect(autoDebit.title).toHaveText(text.cancelledTitle);
      const sent = async () => (await sandbox.messages(email)).filter(({ kind }) => kind === 'auto-debit').length;
      await expect.poll(sent).toBe(2);
      await page.goto(`${routes.autoDebit}?refid=${refid}`);
      await expect(autoDebit.title).not.toHaveText(words.autoDebit.registeredTitle);
    });

    test('a link that is not one of ours is not found @both', async ({ page, autoDebit, allowConsoleError }) => {
      allowConsoleError(/status of 404/);
      for (const query of ['', '?token=', `?token=${'a'.repeat(26)}.${'b'.repeat(43)}`, '?token=%3Cb%3E']) {
        const opened = await page.goto(routes.cancelAutoDebit + query);
        expect(opened?.status()).toBe(404);
        await expect(autoDebit.title).toHaveText(text.invalidTitle);
        await expect(page.getByText(text.invalidText)).toBeVisible();
      }
    });
  });
}
