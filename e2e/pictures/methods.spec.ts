import { paymentMethods } from '../../lib/domain/payment-methods';
import { atEachWidthAndLanguage, test } from './take';

/** `npm run pictures`: every method as it is chosen, and the pages behind it, into docs/pictures. Nothing is compared here. */
atEachWidthAndLanguage(() => {
  test('each method', async ({ page, payment, startOrder, account, take }) => {
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

  for (const [method, waiting] of [
    ['counter', 'counter-barcode'],
    ['duitnowQr', 'duitnow-qr'],
  ] as const) {
    test(`what waits for ${method}`, async ({ page, payment, startPayment, account, take }) => {
      await startPayment(account('01'));
      await payment.choosePlain(method);
      await payment.pay.click();
      await page.getByTestId(waiting).waitFor();
      await take(waiting);
    });
  }

  test('pay by mobile', async ({ page, payment, mobile, startPayment, account, take }) => {
    await startPayment(account('01'));
    await payment.chooseProvider('dcb', 'carrier-a');
    await payment.pay.click();
    await mobile.sendCode.waitFor();
    await take('pay-by-mobile');
    await mobile.askForCode('60120000001');
    await mobile.tac.waitFor();
    await page.getByTestId('cancel').click();
    await take('pay-by-mobile-code');
  });

  test.describe('between us and a bank', () => {
    test.use({ javaScriptEnabled: false });

    test('the hand-over', async ({ page, payment, startPayment, account, take }) => {
      await startPayment(account('01'));
      await payment.choosePlain('m2u');
      await payment.pay.click();
      await page.getByTestId('continue').waitFor();
      await take('hand-over');
    });
  });
});
