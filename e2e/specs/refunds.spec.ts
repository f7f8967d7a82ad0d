import { expect, test } from '../fixtures/journey';

/* Money that is returned: design, section 8. */

const wallet = { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' };
const fpx = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' };

test('the result shows each refund of a payment, which stays successful @both', async ({
  account,
  paymentApi,
  sandbox,
  result,
}) => {
  const accountNumber = account('01');
  const refid = await paymentApi.createPayment(accountNumber);
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, wallet), 'approve'));
  await sandbox.refund(refid, 300);
  await sandbox.refund(refid, 200, 'failed');
  await result.open('/bankResultEGHL', refid);
  await expect(result.status).toHaveAttribute('data-status', 'successful');
  const refunds = result.page.getByTestId('refund-status');
  await expect(refunds).toHaveCount(2);
  await expect(refunds.nth(0)).toHaveAttribute('data-status', 'succeeded');
  await expect(refunds.nth(0)).toContainText('RM3.00 was refunded to your e-wallet');
  await expect(refunds.nth(1)).toHaveAttribute('data-status', 'failed');
  expect((await sandbox.biller(accountNumber)).postings).toMatchObject([{}, { amount: -300, status: 'accepted' }]);
});

test('a payment by FPX is refunded by bank transfer', async ({ account, paymentApi, sandbox, result }) => {
  const refid = await paymentApi.createPayment(account('01'));
  await paymentApi.returnFromBank(await paymentApi.pressAtBank(await paymentApi.begin(refid, fpx), 'approve'));
  await sandbox.refund(refid, 300);
  await result.open('/bankResultFPX', refid);
  await expect(result.page.getByTestId('refund-status')).toHaveAttribute('data-status', 'manual');
});
