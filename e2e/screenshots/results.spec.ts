import { inEachLanguage, test } from './take';

/** `npm run pictures`: results, and auto debit after one. Nothing is compared here. */
inEachLanguage(() => {
  test('paid', async ({ payment, result, startPayment, account, take }) => {
    // An account on auto debit has no offer on the result.
    await startPayment(account('11'));
    await payment.fillCard({ number: '4242 4242 4242 4242' });
    await payment.pay.click();
    await result.status.waitFor();
    await take('result');
  });

  test('not paid', async ({ payment, result, startPayment, account, take }) => {
    await startPayment(account('01'));
    await payment.fillCard({ number: '4000 0000 0000 9995' });
    await payment.pay.click();
    await result.status.waitFor();
    await take('result-failed');
  });

  for (const [name, method, bankId, button] of [
    ['result-pending', 'fpx', 'MB2U0227', 'Leave pending'],
    ['result-cancelled', 'fpx', 'MB2U0227', 'Cancel'],
    ['result-pending-approval', 'fpxCorporate', 'MBB0228', 'Pending corporate approval'],
  ] as const) {
    test(button, async ({ payment, payAtBank, result, startPayment, account, take }) => {
      await startPayment(account('01'));
      await payment.chooseBank(method, bankId);
      await payAtBank(button);
      await result.status.waitFor();
      await take(name);
    });
  }

  for (const [name, ending] of [
    ['result-blacklisted', '43'],
    ['result-processed', '44'],
  ] as const) {
    test(name, async ({ home, bill, result, account, take }) => {
      await home.open();
      await home.lookUp(account(ending));
      await bill.option('current').check();
      await bill.pay.click();
      await result.status.waitFor();
      await take(name);
    });
  }

  test('no longer valid', async ({ result, take }) => {
    await result.open('/bankResultFPX');
    await take('result-session-expired');
  });

  test('auto debit', async ({ account, paymentApi, result, autoDebit, take }) => {
    const accountNumber = account('01');
    await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber));
    await autoDebit.offer.waitFor();
    await take('auto-debit-offer');
    const { code } = await autoDebit.requestPin(accountNumber);
    await take('auto-debit-pin');
    await autoDebit.enterPin(code);
    await autoDebit.cardNumber.waitFor();
    await take('auto-debit-card');
    await autoDebit.submitCard('4242 4242 4242 4242');
    await autoDebit.thanks.waitFor();
    await take('auto-debit-thanks');
  });
});
