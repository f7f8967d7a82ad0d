import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import en from '../../messages/en.json';

/** Expects a field to be invalid, with the message in its accessible description. */
async function expectFieldError(field: Locator, message: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const describedBy = (await field.getAttribute('aria-describedby')) ?? '';
  const texts = await Promise.all(
    describedBy
      .split(/\s+/)
      .filter((id) => id !== '')
      .map((id) => field.page().locator(`[id="${id}"]`).innerText()),
  );
  expect(texts.join('\n')).toContain(message);
}

for (const typed of ['', '12345', '12345678901', 'abcdefghij', '123456789O', '٣٣٣٣٣٣٣٣٣٣']) {
  test(`rejects the account number '${typed}' @both`, async ({ home }) => {
    await home.open();
    await home.lookUp(typed);
    await expectFieldError(home.accountNumber, 'Enter valid account number');
    await expect(home.accountNumber).toHaveValue(typed);
  });
}

test('accepts an account number with spaces and dashes @both', async ({ page, home, account }) => {
  const accountNumber = account('01');
  await home.open();
  await home.lookUp(` ${accountNumber.slice(0, 4)}-${accountNumber.slice(4, 7)} ${accountNumber.slice(7)} `);
  await expect(page).toHaveURL(/\/pay\/ebill$/);
});

for (const { typed, message } of [
  { typed: '', message: 'This field is required' },
  { typed: '0', message: 'Minimum amount is RM1' },
  { typed: '0.99', message: 'Minimum amount is RM1' },
  { typed: '3000.01', message: 'Maximum amount allowed is RM3,000' },
]) {
  test(`amount '${typed}': ${message} @both`, async ({ home, bill, account }) => {
    await home.open();
    await home.lookUp(account('01'));
    await bill.payOther(typed);
    await expectFieldError(bill.amount, message);
    await expect(bill.amount).toHaveValue(typed);
    await expect(bill.option('other')).toBeChecked();
  });
}

for (const typed of ['-1', '1e3', 'NaN', '1,00', '1.234', '٣٣', 'USD10']) {
  test(`row 1: amount '${typed}' is no amount @both`, async ({ home, bill, account }) => {
    await home.open();
    await home.lookUp(account('01'));
    await bill.payOther(typed);
    await expect(bill.amount).toHaveAttribute('aria-invalid', 'true');
    await expect(bill.amount).toHaveValue(typed);
  });
}

test('rejects an invalid e-mail and phone number of the bill and keeps the input @both', async ({
  home,
  bill,
  account,
}) => {
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('current').check();
  await bill.email.fill('not an address');
  await bill.phoneNumber.fill('123');
  await bill.pay.click();
  await expectFieldError(bill.email, 'Please enter a valid email');
  await expectFieldError(bill.phoneNumber, 'Please enter a valid phone number');
  await expect(bill.email).toHaveValue('not an address');
  await expect(bill.phoneNumber).toHaveValue('123');
});

test('shows an error at every invalid card field, and the server returns no card data @both', async ({
  account,
  startPayment,
  payment,
  javaScriptEnabled,
}) => {
  await startPayment(account('01'));
  await payment.fillCard({ number: '4111 1111 1111 1112', expiry: '13/39', cvv: '12', name: ' ' });
  await payment.email.fill('nobody@');
  await payment.pay.click();
  await expectFieldError(payment.field('cardNumber'), 'Enter valid card number');
  await expectFieldError(payment.field('cardExpiry'), 'Enter valid expiry date');
  await expectFieldError(payment.field('cardCvv'), 'Enter valid CVV');
  await expectFieldError(payment.field('cardName'), 'Enter name on card');
  await expectFieldError(payment.email, 'Please enter a valid email');
  await expect(payment.email).toHaveValue('nobody@');
  if (javaScriptEnabled === false) {
    await expect(payment.field('cardNumber')).toHaveValue('');
    await expect(payment.field('cardCvv')).toHaveValue('');
  }
});

test('rejects an expired card @both', async ({ account, startPayment, payment }) => {
  await startPayment(account('01'));
  await payment.fillCard({ number: '4111 1111 1111 1111', expiry: '01/20' });
  await payment.pay.click();
  await expectFieldError(payment.field('cardExpiry'), 'Enter valid expiry date');
});

test('rejects Amex for instalments and requires a number of months @both', async ({ account, startOrder, payment }) => {
  await startOrder(account('01'));
  await payment.method('epp').check();
  await payment.field('eppCardNumber').fill('3782 822463 10005');
  await payment.field('eppCardExpiry').fill('12/39');
  await payment.field('eppCardCvv').fill('1234');
  await payment.field('eppCardName').fill('Aminah binti Ali');
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('Enter valid Master/Visa card number');
  await expect(payment.errorSummary).toContainText('Select installment months');
  await expect(payment.errorSummary).toContainText('Select the bank of your card');
});

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the error of a payment without a method is in view @both', async ({ page, account, startPayment, payment }) => {
    await startPayment(account('01'));
    await payment.email.fill('payer@ebill.example');
    await payment.pay.click();
    const said = page.getByText(en.validation.methodRequired).filter({ visible: true });
    await expect(said.last()).toBeInViewport({ ratio: 1 });
  });
});

test('requires a bank @both', async ({ account, startPayment, payment }) => {
  await startPayment(account('01'));
  await payment.method('fpx').check();
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await expect(payment.errorSummary).toBeVisible();
  await expect(payment.method('fpx')).toBeChecked();
});

test('rejects a balance above the maximum with a visible error at the option @both', async ({ page, home, bill }) => {
  await home.open();
  // n = 12345850 owes RM310.50, more than account 07 may pay at once.
  await home.lookUp('1234585007');
  await bill.pay.click();
  await expectFieldError(bill.option('current'), 'Maximum amount allowed is RM200');
  await expect(page.getByText('Maximum amount allowed is RM200').last()).toBeInViewport();
});

test('row 39: a card number in another field is refused and not repeated @both', async ({ home, bill, account }) => {
  await home.open();
  await home.lookUp(account('01'));
  await bill.option('current').check();
  await bill.email.fill('4111111111111111@ebill.example');
  await bill.pay.click();
  await expect(bill.email).toHaveAttribute('aria-invalid', 'true');
});

test('moves the focus to the error', async ({ page, home }) => {
  await home.open();
  await home.lookUp('123');
  await expect(home.errorSummary).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => {
        const active = document.activeElement;
        return active?.getAttribute('name') ?? active?.getAttribute('data-testid') ?? '';
      }),
    )
    .toMatch(/^(accountNumber|error-summary)$/);
});

for (const corrected of ['1234.50', '']) {
  test(`a tap chooses another option while the refused amount is '${corrected}'`, async ({ home, bill, account }) => {
    await home.open();
    await home.lookUp(account('01'));
    await bill.payOther('9999999');
    await expect(bill.errorSummary).toBeFocused();
    await bill.amount.fill(corrected);
    await expect(bill.errorSummary).toBeHidden();
    await bill.option('current').tap();
    await expect(bill.option('current')).toBeChecked();
    await expect(bill.errorSummary).toBeHidden();
  });
}

test('too many lookups of one account cost a proof of work; without scripts the form shows the time to wait @both', async ({
  page,
  home,
  bill,
  account,
  clientAddress,
  javaScriptEnabled,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 429/);
  const accountNumber = account('01');
  await home.open();
  const { origin } = new URL(page.url());
  for (let index = 0; index < 10; index += 1) {
    await page.request.post('/api/bill/lookup', {
      headers: { origin, accept: 'application/json', 'x-forwarded-for': clientAddress },
      form: { accountNumber },
    });
  }
  const rejection = page.waitForResponse((response) => response.status() === 429);
  await home.lookUp(accountNumber);
  expect(Number((await rejection).headers()['retry-after'])).toBeGreaterThan(500);
  if (javaScriptEnabled !== false) return expect(bill.pay).toBeVisible();
  await expect(home.errorSummary).toContainText('Too many attempts. Please wait 10 minutes');
  await expect(home.errorSummary.getByText('Please check the following')).toBeHidden();
  await expect(home.accountNumber).toHaveValue(accountNumber);
  await expect(page).toHaveURL('/');
});

for (const { method, groups } of [
  { method: 'wallet', groups: { selectedWallet: 'Select an e-wallet' } },
  { method: 'dcb', groups: { selectedDCB: 'Select a mobile provider' } },
  { method: 'epp', groups: { eppBank: 'Select the bank of your card', monthTerm: 'Select installment months' } },
] as const) {
  test(`${method} without its choice: each radio button of the group is in error, with the one message @both`, async ({
    page,
    account,
    startPayment,
    payment,
  }) => {
    await startPayment(account('01'));
    await payment.method(method).check();
    await payment.email.fill('payer@ebill.example');
    await payment.pay.click();
    for (const [name, message] of Object.entries(groups)) {
      await expectFieldError(page.locator(`[role="radiogroup"]#${name}`), message);
      for (const radio of await page.locator(`input[name="${name}"]`).all()) await expectFieldError(radio, message);
      await expect(page.locator(`[id="${name}-error"]`)).toHaveText(message);
    }
  });
}

test('an expired saved card: the message describes that card and no other @both', async ({
  page,
  account,
  startOrder,
  payment,
}) => {
  await startOrder(account('09'));
  await payment.method('savedCard').check();
  await page.getByRole('radio', { name: /4444/ }).check();
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await expectFieldError(page.getByRole('radio', { name: /4444/ }), 'The selected card has expired.');
  const other = page.getByRole('radio', { name: /1111/ });
  await expect(other).toHaveAttribute('aria-invalid', 'true');
  await expect(other).not.toHaveAttribute('aria-describedby', /uniqueCardId-error/);
});
