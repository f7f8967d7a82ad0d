import { expect, type Page } from '@playwright/test';
import { BankPage } from '../pages/bank-page';
import { BillPage } from '../pages/bill-page';
import { HomePage } from '../pages/home-page';
import { PaymentPage } from '../pages/payment-page';
import { ResultPage } from '../pages/result-page';
import { test } from './development';
import { accent, pseudoLocale } from './pseudo-locale';

/*
 * A language is added by a row of the locale table, a catalogue and its import. Every letter of the pseudo-locale has an accent, so that a plain
 * word on a page is one that was not translated.
 */

/** Text that is not translated, and Malay dates, since the pseudo-locale has the Intl tag ms-MY. */
const untranslatable = [
  /\S+@\S+/g,
  /https?:\S+/g,
  /\d{1,2} [A-Z][a-z]{2} \d{4}/g,
  /\d{1,2}\.\d{2} (pagi|tengah hari|petang|malam)/g,
  // A reference: 26 characters of base32, by chance without a digit.
  /\b[a-z2-7]{26}\b/g,
  /\b(English|Bahasa|Melayu|PCI|DSS)\b/g,
  // The biller of the sandbox.
  /Example TV Sdn\. Bhd\.|Example Street 1, 50000 Kuala Lumpur/g,
];

/** Lists the words of a text without accents. */
function listUntranslated(text: string): readonly string[] {
  const words = untranslatable.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
  return words.match(/(?<!\w)[a-z]{2,}(?!\w)/gi) ?? [];
}

async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', pseudoLocale.code);
  expect.soft(listUntranslated(await page.title())).toEqual([]);
  expect.soft(listUntranslated(await page.locator('body').innerText())).toEqual([]);
}

test('a payer pays by FPX in an added language and gets the receipt in it', async ({
  page,
  request,
  development: { server },
}) => {
  const home = new HomePage(page);
  const bill = new BillPage(page);
  const payment = new PaymentPage(page);
  const bank = new BankPage(page, server.banks, true);
  const result = new ResultPage(page);

  await home.open();
  await page.getByRole('button', { name: pseudoLocale.ownName }).click();
  await expectTranslated(page);
  await expect(page.getByRole('button', { name: 'Bahasa Melayu' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'English' })).toBeVisible();

  await home.lookUp('1234567801');
  await expect(bill.pay).toBeVisible();
  await expectTranslated(page);
  await bill.option('current').check();
  await bill.pay.click();

  await expect(payment.pay).toBeVisible();
  await expectTranslated(page);
  await payment.chooseBank('fpx', 'MB2U0227', 'payer@ebill.example');
  await payment.pay.click();
  await bank.arrive();
  await bank.press('Approve');

  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expectTranslated(page);
  await expect(result.status).toContainText(accent('Payment Successful'));

  const readMessages = async () =>
    (await request.get(`${server.backend}/sandbox/messages?to=payer@ebill.example`)).json();
  await expect.poll(readMessages).toMatchObject([{ kind: 'receipt' }]);
  const [{ text }] = await readMessages();
  expect(text).toContain(accent('Thank you. We have received your payment of'));
  expect(listUntranslated(text)).toEqual([]);
});
