import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';
import { AutoDebitPage } from '../pages/auto-debit-page';
import type { BankPage } from '../pages/bank-page';
import type { PaymentPage } from '../pages/payment-page';

const refusedCard =
  'We are unable to process your request for Auto-Debit feature. Kindly try again or use a different card.';

interface Parts {
  readonly payment: PaymentPage;
  readonly bank: BankPage;
}

async function payByFpx({ payment, bank }: Parts) {
  await payment.chooseBank('fpx', 'MB2U0227');
  await payment.pay.click();
  await bank.arrive();
  await bank.press('Approve');
}

/** The number on the account: see the scenario table. */
const numberOf = (accountNumber: string) => `6012${accountNumber.slice(0, 7)}`;

for (const [locale, words] of [
  ['en-GB', en],
  ['ms', ms],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });

    test('after a payment the account is put on auto debit by PIN and card @both', async ({
      page,
      account,
      startPayment,
      sandbox,
      payment,
      bank,
    }) => {
      const autoDebit = new AutoDebitPage(page);
      const accountNumber = account('01');
      const refid = await startPayment(accountNumber);
      await payByFpx({ payment, bank });
      await expect(autoDebit.offer).toContainText('RM3');
      await autoDebit.enable.click();
      await expect(page).toHaveURL(new RegExp(`/otp/autodebit/register\\?refid=${refid}$`));
      await expect(page.getByText(`***${accountNumber.slice(3, 7)}`)).toBeVisible();
      await expect(autoDebit.countdown).toBeVisible();
      const code = async () => (await sandbox.messages(numberOf(accountNumber)))[0]?.code ?? '';
      await expect.poll(code).toMatch(/^\d{6}$/);
      const pin = await code();
      await autoDebit.enterPin(pin === '000000' ? '000001' : '000000');
      await expect(autoDebit.errorSummary).toContainText(words.validation.otpWrong);
      await autoDebit.enterPin(pin);
      await expect(page).toHaveURL(new RegExp(`/ulm/autodebit/register\\?refid=${refid}$`));
      await autoDebit.giveCard('4000 0000 0000 0002');
      await expect(autoDebit.errorSummary).toContainText(locale === 'ms' ? words.errors.autoDebitFailed : refusedCard);
      await autoDebit.giveCard('4242 4242 4242 4242');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.autoDebit.registeredTitle);
      const ledger = async () => (await sandbox.ledger()).verifications.filter((row) => row.refid === refid);
      await expect.poll(async () => (await ledger()).map(({ state }) => state)).toEqual(['refused', 'reversed']);
    });
  });
}

test('who asked for auto debit with the payment is not asked again, and pays with that card', async ({
  page,
  account,
  startPayment,
  payment,
  sandbox,
}) => {
  const autoDebit = new AutoDebitPage(page);
  const accountNumber = account('01');
  await startPayment(accountNumber);
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.field('isAutoDebitOption').check();
  await payment.pay.click();
  await expect(autoDebit.offer).toContainText(en.autoDebit.finishTitle);
  await autoDebit.enable.click();
  await expect(page.getByText('Visa ending 4242')).toBeVisible();
  const code = async () => (await sandbox.messages(numberOf(accountNumber)))[0]?.code ?? '';
  await expect.poll(code).toMatch(/^\d{6}$/);
  await autoDebit.enterPin(await code());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.autoDebit.registeredTitle);
});

test('the issuer of the card is asked, and its page leads back to the registration', async ({
  page,
  account,
  startPayment,
  bank,
  sandbox,
  payment,
}) => {
  const autoDebit = new AutoDebitPage(page);
  const accountNumber = account('01');
  await startPayment(accountNumber);
  await payByFpx({ payment, bank });
  await autoDebit.enable.click();
  const code = async () => (await sandbox.messages(numberOf(accountNumber)))[0]?.code ?? '';
  await expect.poll(code).toMatch(/^\d{6}$/);
  await autoDebit.enterPin(await code());
  await autoDebit.giveCard('4111 1111 1111 1111');
  await bank.arrive();
  await bank.press('Decline');
  await expect(autoDebit.errorSummary).toContainText(refusedCard);
  await autoDebit.giveCard('5555 5555 5555 4444');
  await bank.arrive();
  await bank.press('Approve');
  await expect(page.getByText('Mastercard ending 4444')).toBeVisible();
});

test('an account without a mobile number is told to ask customer service @both', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
}) => {
  const autoDebit = new AutoDebitPage(page);
  await startPayment(account('08'));
  await payByFpx({ payment, bank });
  await autoDebit.enable.click();
  await expect(page.getByText(en.errors.noMobileNumber).first()).toBeVisible();
});

test('five wrong PINs end the registration', async ({ page, account, startPayment, sandbox, payment, bank }) => {
  const autoDebit = new AutoDebitPage(page);
  const accountNumber = account('01');
  await startPayment(accountNumber);
  await payByFpx({ payment, bank });
  await autoDebit.enable.click();
  await expect(autoDebit.resendCode).toBeDisabled();
  const code = async () => (await sandbox.messages(numberOf(accountNumber)))[0]?.code ?? '';
  await expect.poll(code).toMatch(/^\d{6}$/);
  const wrong = (await code()) === '000000' ? '000001' : '000000';
  const answered = () => page.waitForResponse('**/api/auto-debit/verify');
  for (let guess = 0; guess < 5; guess += 1) await Promise.all([answered(), autoDebit.enterPin(wrong)]);
  await expect(autoDebit.errorSummary).toContainText(en.errors.otpAttemptsExceeded);
});

test('the offer is a dialog for keyboards: Escape puts it into the page, and later hides it on this device', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
}) => {
  const autoDebit = new AutoDebitPage(page);
  const refid = await startPayment(account('01'));
  await payByFpx({ payment, bank });
  const isModal = () => autoDebit.offer.evaluate((dialog) => dialog.matches(':modal'));
  await expect.poll(isModal).toBe(true);
  await expect(autoDebit.enable).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(isModal).toBe(false);
  await expect(autoDebit.offer).toBeVisible();
  await autoDebit.later.click();
  await expect(page).toHaveURL(new RegExp(`/bankResultFPX\\?refid=${refid}$`));
  await expect(autoDebit.offer).toHaveCount(0);
});

test('an account that is on auto debit is offered none @both', async ({
  account,
  startPayment,
  result,
  page,
  payment,
  bank,
}) => {
  await startPayment(account('11'));
  await payByFpx({ payment, bank });
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(new AutoDebitPage(page).offer).toHaveCount(0);
});

test('a bill goes into the calendar on its due day', async ({ home, bill, account, page }) => {
  await home.open();
  await home.lookUp(account('01'));
  await expect(bill.pay).toBeVisible();
  await page.getByText(en.reminder.title).click();
  const file = await openFile(page);
  expect(file).toMatch(/DTSTART;TZID=Asia\/Kuala_Lumpur:\d{8}T090000/);
});

async function openFile(page: Page): Promise<string> {
  const address = await page.getByRole('link', { name: en.reminder.file }).getAttribute('href');
  return (await page.request.get(address ?? '')).text();
}
