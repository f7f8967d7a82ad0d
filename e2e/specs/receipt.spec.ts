import { chooseLocale } from '../fixtures/accessibility';
import { expect, test } from '../fixtures/journey';
import { routes } from '../../lib/routes';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';
import ta from '../../messages/ta.json';
import zhHans from '../../messages/zh-Hans.json';

/* The official receipt: as a page, on paper, as a PDF and by e-mail. */

test('the result leads to the official receipt, which is saved as a PDF @both', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  result,
  page,
}) => {
  const accountNumber = account('01');
  await startPayment(accountNumber);
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  const amount = await page.getByTestId('amount-paid').innerText();
  await page.getByTestId('official-receipt').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.receipt.title);
  await expect(page.getByTestId('receipt-amount')).toHaveText(amount);
  await expect(page.getByTestId('receipt-account-number')).toHaveText(accountNumber);
  await expect(page.getByTestId('receipt-method')).toHaveText(en.methods.fpx);
  expect(page.url()).not.toContain(accountNumber);
  await expect(page.getByTestId('site-footer')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByTestId('receipt')).toBeVisible();
  await expect(page.getByTestId('site-footer')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  const pdf = await page.request.get((await page.getByTestId('receipt-pdf').getAttribute('href')) ?? '');
  expect(pdf.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="receipt-[\w-]+\.pdf"$/),
    'cache-control': expect.stringContaining('no-store'),
  });
  expect((await pdf.body()).toString('latin1')).toMatch(/^%PDF-1\.7[^]*%%EOF\s*$/);
});

const languages = [
  { locale: 'en-GB', code: 'en', words: en },
  { locale: 'ms', code: 'ms', words: ms },
  { locale: 'en-GB', code: 'zh-Hans', words: zhHans },
  { locale: 'en-GB', code: 'ta', words: ta },
] as const;

for (const { locale, code, words } of languages) {
  test.describe(code, () => {
    test.use({ locale });

    test('the link in the e-mail opens the receipt on any device @both', async ({
      account,
      paymentApi,
      sandbox,
      page,
      context,
    }) => {
      const accountNumber = account('01');
      const email = `${code.toLowerCase()}-${accountNumber}@ebill.example`;
      const refid = await paymentApi.payAtBank(accountNumber, email);
      const link = await sandbox.findReceiptLink(email);
      expect(link).not.toContain(refid);
      await chooseLocale(context, code, new URL(link).origin);
      const opened = await page.goto(link);
      expect(opened?.status()).toBe(200);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.receipt.title);
      await expect(page.getByTestId('receipt-account-number')).toHaveText(accountNumber);
      const isInEnglish = code !== 'en' && code !== 'ms';
      await expect(page.getByTestId('receipt-pdf')).toHaveText(
        words.receipt[isInEnglish ? 'downloadOther' : 'download'],
      );
    });
  });
}

test('a company names itself on the receipt of its payment @both', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 422/);
  await startPayment(account('01'));
  await payment.chooseBank('fpxCorporate', 'PBB0233');
  await payAtBank('Approve');
  await page.getByTestId('official-receipt').click();
  const field = page.getByLabel(en.receipt.companyLabel);
  await field.fill('Kedai 4111 1111 1111 1111');
  await page.getByTestId('save-company').click();
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expect(page.getByTestId('receipt-company-name')).toHaveCount(0);
  await field.fill('成功贸易有限公司');
  await page.getByTestId('save-company').click();
  await expect(page.getByTestId('error-summary')).toContainText(en.validation.companyNameLatin);
  await field.fill('');
  await page.getByTestId('save-company').click();
  await expect(page.getByTestId('error-summary')).toContainText(en.validation.companyNameRequired);
  await field.fill('Kedai Ah Meng Sdn. Bhd.');
  await page.getByTestId('save-company').click();
  await expect(page.getByTestId('receipt-company-name')).toHaveText('Kedai Ah Meng Sdn. Bhd.');
  await expect(page.getByTestId('company-saved')).toContainText('Kedai Ah Meng Sdn. Bhd.');
  await expect(page.getByTestId('company-saved')).toBeFocused();
  await expect(field).toBeHidden();
  await page.getByText(en.receipt.companyChange, { exact: true }).click();
  await field.fill('');
  await page.getByTestId('save-company').click();
  await expect(page.getByTestId('company-saved')).toHaveText(en.receipt.companyRemoved);
  await expect(page.getByTestId('receipt-company-name')).toHaveCount(0);
  await page.getByTestId('back-to-result').click();
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
});

test('a company names itself before its payment is approved @both', async ({
  account,
  startPayment,
  payment,
  payAtBank,
  page,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 422/);
  await startPayment(account('01'));
  await payment.chooseBank('fpxCorporate', 'PBB0233');
  await payAtBank('Pending corporate approval');
  await expect(page.getByTestId('payment-status')).toHaveAttribute('data-status', 'pending-approval');
  await page.getByTestId('name-company').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.receipt.companyTitle);
  await page.getByTestId('save-company').click();
  await expect(page.getByTestId('error-summary')).toContainText(en.validation.companyNameRequired);
  await page.getByLabel(en.receipt.companyLabel).fill('Kedai Ah Meng Sdn. Bhd.');
  await page.getByTestId('save-company').click();
  await expect(page.getByTestId('company-name')).toHaveText('Kedai Ah Meng Sdn. Bhd.');
  await expect(page.getByTestId('company-saved')).toContainText('Kedai Ah Meng Sdn. Bhd.');
  await expect(page.getByTestId('company-saved')).toBeFocused();
  await expect(page.getByTestId('name-company')).toHaveText(en.receipt.companyChange);
});

test('the PDF that is pressed offline leaves the receipt, and is saved once there is a connection', async ({
  account,
  paymentApi,
  sandbox,
  page,
}) => {
  const email = `offline-${account('01')}@ebill.example`;
  await paymentApi.payAtBank(account('01'), email);
  await page.goto(await sandbox.findReceiptLink(email));
  await page.context().setOffline(true);
  await page.getByTestId('receipt-pdf').click();
  await expect(page.getByText(en.layout.opensOnline)).toBeVisible();
  await expect(page.getByTestId('receipt')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.context().setOffline(false);
  expect((await downloading).suggestedFilename()).toMatch(/^receipt-.*\.pdf$/);
});

test('a link that is not one of ours is not found @both', async ({ page, allowConsoleError }) => {
  allowConsoleError(/status of 404/);
  for (const query of ['', '?token=', `?token=v1.${'a'.repeat(80)}`, '?token=%3Cb%3E']) {
    const opened = await page.goto(routes.receipt + query);
    expect(opened?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.receipt.invalidTitle);
  }
});
