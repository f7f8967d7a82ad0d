import { paymentMethods } from '../../lib/domain/methods/payment-methods';
import { inEachLanguage, test } from './take';

/** `npm run pictures`: the payment page, every method as it is chosen, and what waits behind it. Nothing is compared here. */
inEachLanguage(() => {
  test('the payment page', async ({ page, payment, bank, startPayment, account, take }) => {
    const refid = await startPayment(account('01'));
    await take('payment');
    await payment.chooseBank('fpx', 'MB2U0227');
    await take('payment-fpx');
    await payment.fillCard({ number: '4111 1111 1111 1112', cvv: '1' });
    await payment.pay.click();
    await payment.errorSummary.waitFor();
    await take('payment-card-error');

    await payment.chooseBank('fpx', 'MB2U0227');
    await payment.pay.click();
    await bank.arrive();
    await page.goto(`/epayment/entry?refid=${refid}`);
    await take('payment-under-way');
  });

  test('each method', async ({ page, payment, startOrder, account, take }) => {
    await startOrder(account('09'));
    for (const method of paymentMethods) {
      await payment.method(method).check();
      await take(`method-${method}`, page.locator('.choice', { has: payment.method(method) }).first());
    }
    await payment.method('savedCard').check();
    await take('payment-saved-cards');
    await page.getByTestId('remove-card').first().click();
    await page.getByTestId('confirm').waitFor();
    await take('remove-card');
  });

  test('a partner’s order', async ({ page, sandbox, take }) => {
    const order = await sandbox.createOrder({
      partnerKey: 'DEMO-SHOP',
      items: [
        { name: 'Decoder', amount: 12_900 },
        { name: 'Dish installation', amount: 4_950 },
      ],
      currency: 'MYR',
      charges: [{ name: 'Delivery', amount: 1_000 }],
    });
    await page.goto(order.url);
    await take('payment-partner');
  });

  for (const [method, waiting] of [
    ['counter', 'counter-barcode'],
    ['duitnowQr', 'duitnow-qr'],
  ] as const) {
    test(`presentment code of ${method}`, async ({ page, payment, startPayment, account, take }) => {
      await startPayment(account('01'));
      await payment.choosePlain(method);
      await payment.pay.click();
      await page.getByTestId(waiting).waitFor();
      await take(waiting);
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

  test.describe('redirect to a bank', () => {
    test.use({ javaScriptEnabled: false });

    test('without scripts', async ({ page, payment, startPayment, account, take }) => {
      await startPayment(account('01'));
      await payment.choosePlain('m2u');
      await payment.pay.click();
      await page.getByTestId('continue').waitFor();
      await take('hand-over');
    });
  });
});
