import { expect, test } from '../fixtures/journey';

test('who waits with a code can save its picture, or choose another method instead @both', async ({
  page,
  account,
  startPayment,
  payment,
}) => {
  const refid = await startPayment(account('01'));
  await payment.choosePlain('duitnowQr');
  await payment.pay.click();
  await expect(page.getByTestId('duitnow-qr')).toBeVisible();
  const picture = await page.request.get(`/api/payment/code?refid=${refid}`);
  expect(picture.headers()['content-type']).toBe('image/png');
  await page.getByRole('link', { name: 'Choose another method' }).click();
  expect(await payment.refid()).toBe(refid);
  await expect(page.getByText('You have already begun to pay')).toBeVisible();
});

test('a wallet and a carrier must be chosen @both', async ({ account, startPayment, payment }) => {
  await startPayment(account('01'));
  await payment.method('wallet').check();
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('Select an e-wallet');
  await payment.method('dcb').check();
  await payment.pay.click();
  await expect(payment.errorSummary).toContainText('Select a mobile provider');
});

test('a bank is found by typing its name, and the last one comes first the next time', async ({
  page,
  account,
  startPayment,
  payment,
  bank,
}) => {
  await startPayment(account('01'));
  await payment.method('fpx').check();
  await page.locator('[data-bank-search="fpxBankID"]').pressSequentially('publ');
  await expect(payment.field('fpxBankID')).toHaveValue('PBB0233');
  await payment.email.fill('payer@ebill.example');
  await payment.pay.click();
  await bank.arrive();

  await startPayment(account('04'));
  await expect(payment.field('fpxBankID').locator('option').nth(1)).toHaveAttribute('value', 'PBB0233');
  await expect(payment.field('fpxBankID')).toHaveValue('PBB0233');
});
