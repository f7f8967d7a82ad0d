import { atEachWidthAndLanguage, test } from './take';

/** `npm run pictures`: every screen at the widths and in the languages that we look at, into docs/pictures. Nothing is compared here. */
atEachWidthAndLanguage(() => {
  test('screens', async ({
    page,
    home,
    bill,
    payment,
    bank,
    result,
    startPayment,
    account,
    sandbox,
    allowConsoleError,
    take,
  }) => {
    test.setTimeout(180_000);
    allowConsoleError(/status of (404|422|503)/);
    await home.open();
    await take('home');
    await home.lookUp('12345');
    await home.errorSummary.waitFor();
    await take('home-error');

    await home.lookUp(account('02'));
    await bill.pay.waitFor();
    await take('bill-overdue');
    await home.open();
    await home.lookUp(account('04'));
    await bill.pay.waitFor();
    await take('bill');
    await bill.payOther('5000');
    await bill.errorSummary.waitFor();
    await take('bill-error');

    // On auto debit already: no offer stands over the result.
    const refid = await startPayment(account('11'));
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
    await take('bank');
    await page.goto(`/epayment/entry?refid=${refid}`);
    await take('payment-under-way');
    await payment.fillCard({ number: '4242 4242 4242 4242' });
    await payment.pay.click();
    await result.status.waitFor();
    await take('result');

    await startPayment(account('01'));
    await payment.fillCard({ number: '4000 0000 0000 9995' });
    await payment.pay.click();
    await result.status.waitFor();
    await take('result-failed');

    await startPayment(account('01'));
    await payment.chooseBank('fpxCorporate', 'MBB0228');
    await payment.pay.click();
    await bank.arrive();
    await bank.press('Pending corporate approval');
    await take('result-pending-approval');
    await result.open('/bankResultFPX');
    await take('result-session-expired');

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

    for (const [name, path] of Object.entries({
      help: '/apg/help',
      'help-search': '/apg/help?q=TAC',
      terms: '/legal/terms-and-conditions',
      accessibility: '/legal/accessibility',
      'not-found': '/no/such/page',
    })) {
      await page.goto(path);
      await take(name);
    }
  });
});
