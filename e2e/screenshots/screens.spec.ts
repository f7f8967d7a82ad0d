import { paymentMethods } from '../../lib/domain/methods/payment-methods';
import { test } from './take-screenshot';

/* `npm run docs -- pictures`: takes every screenshot that the documentation shows; compares nothing. */

test('home and bill', async ({ home, bill, account, take }) => {
  await home.open();
  await take('home');
  await home.lookUp(account('04'));
  await bill.pay.waitFor();
  await take('bill');
});

test('payment and result', async ({ payment, result, startPayment, account, take }) => {
  // The account is on auto debit, so the result has no offer.
  await startPayment(account('11'));
  await take('payment');
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.pay.click();
  await result.status.waitFor();
  await take('result');
});

test('each method, and the removal of a saved card', async ({ page, payment, startOrder, account, take }) => {
  await startOrder(account('09'));
  for (const method of paymentMethods) {
    await payment.method(method).check();
    await take(`method-${method}`, page.locator('.choice', { has: payment.method(method) }).first());
  }
  await payment.method('savedCard').check();
  await page.getByTestId('remove-card').first().click();
  await page.getByTestId('confirm').waitFor();
  await take('remove-card');
});

for (const [method, code] of [
  ['counter', 'counter-barcode'],
  ['duitnowQr', 'duitnow-qr'],
] as const) {
  test(code, async ({ page, payment, startPayment, account, take }) => {
    await startPayment(account('01'));
    await payment.choosePlain(method);
    await payment.pay.click();
    await page.getByTestId(code).waitFor();
    await take(code);
  });
}

test('pay by mobile', async ({ page, payment, payByMobile, startPayment, account, take }) => {
  await startPayment(account('01'));
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await payByMobile.sendCode.waitFor();
  await take('pay-by-mobile');
  await payByMobile.requestTac('60120000001');
  await payByMobile.tac.waitFor();
  await page.getByTestId('cancel').click();
  await take('pay-by-mobile-code');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the redirect to a bank', async ({ page, payment, startPayment, account, take }) => {
    await startPayment(account('01'));
    await payment.choosePlain('m2u');
    await payment.pay.click();
    await page.getByTestId('continue').waitFor();
    await take('gateway-redirect');
  });
});
