import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey';

/* The language switch keeps typed input. */

const names = { en: 'English', ms: 'Bahasa Melayu' } as const;

async function switchTo(page: Page, language: keyof typeof names) {
  await page.getByRole('button', { name: names[language] }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

async function typeInto(field: Locator, keys: string) {
  await field.focus();
  await field.press('End');
  await field.pressSequentially(keys, { delay: 20 });
}

/** Returns the digits of a field without formatting. */
const digitsOf = async (field: Locator) => (await field.inputValue()).replace(/\D/g, '');

test('switching the language and back keeps a typed account number', async ({ page, home }) => {
  await home.open();
  await typeInto(home.accountNumber, '12345');
  await switchTo(page, 'ms');
  expect(await digitsOf(home.accountNumber)).toBe('12345');
  await typeInto(home.accountNumber, '67');
  await switchTo(page, 'en');
  expect(await digitsOf(home.accountNumber)).toBe('1234567');
  await expect(home.errorSummary).toBeHidden();
});

test('switching the language and back keeps the bill’s option, amount, e-mail and phone number', async ({
  page,
  home,
  bill,
  account,
}) => {
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('other').check();
  await typeInto(bill.amount, '12.5');
  await typeInto(bill.email, 'payer@ebill');
  await typeInto(bill.phoneNumber, '012345');
  for (const language of ['ms', 'en'] as const) {
    await switchTo(page, language);
    await expect(bill.option('other')).toBeChecked();
    await expect(bill.amount).toHaveValue('12.5');
    await expect(bill.email).toHaveValue('payer@ebill');
    expect(await digitsOf(bill.phoneNumber)).toBe('012345');
  }
});

test('switching the language keeps the method, its choices and the contact but no card field', async ({
  page,
  payment,
  startPayment,
  account,
}) => {
  await startPayment(account('01'));
  await payment.chooseBank('fpx', 'MB2U0227', 'payer@ebill.example');
  await typeInto(payment.field('phoneNumber'), '0123456789');
  for (const language of ['ms', 'en'] as const) {
    await switchTo(page, language);
    await expect(payment.method('fpx')).toBeChecked();
    await expect(payment.field('fpxBankID')).toHaveValue('MB2U0227');
    await expect(payment.email).toHaveValue('payer@ebill.example');
    expect(await digitsOf(payment.field('phoneNumber'))).toBe('0123456789');
  }
  await payment.method('newCard').check();
  await typeInto(payment.field('cardNumber'), '4111111111111111');
  await typeInto(payment.field('cardCvv'), '123');
  const submission = page.waitForRequest((request) => request.url().endsWith('/api/language'));
  await switchTo(page, 'ms');
  expect((await submission).postData()).not.toMatch(/4111|cardNumber|cardCvv/);
  await expect(payment.method('newCard')).toBeChecked();
  await expect(payment.field('cardNumber')).toHaveValue('');
});

test('switching the language keeps a typed mobile number', async ({
  page,
  payment,
  payByMobile,
  startPayment,
  account,
}) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await typeInto(payByMobile.number, '6012000');
  await switchTo(page, 'ms');
  await expect(payByMobile.number).toHaveValue('6012000');
});

test('the language switch returns to the page without scripts @both', async ({ page, home }) => {
  await home.open();
  await switchTo(page, 'ms');
  await expect(home.accountNumber).toHaveValue('');
});
