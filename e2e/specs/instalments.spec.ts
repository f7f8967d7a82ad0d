import { expect, test } from '../fixtures/journey';

const visa = { number: '4111 1111 1111 1111' };

test('an instalment plan is paid, and the result tells the months @both', async ({
  account,
  startOrder,
  payment,
  bank,
  result,
}) => {
  await startOrder(account('01'));
  await payment.fillInstalments(visa, { bank: 'MBB', months: 12 });
  await payment.pay.click();
  await bank.arrive();
  await bank.press('Approve');
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  await expect(result.page.getByRole('main')).toContainText('12');
});

test('Amex is refused for instalments, and months must be chosen @both', async ({ account, startOrder, payment }) => {
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
