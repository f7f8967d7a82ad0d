import { inEachLanguage, test } from './take';

/** `npm run pictures`: a bill, from the account number to a broken link. Nothing is compared here. */
inEachLanguage(() => {
  test('home and bill', async ({ page, home, bill, account, allowConsoleError, take }) => {
    allowConsoleError(/status of (404|422)/);
    await home.open();
    await take('home');
    await home.lookUp('12345');
    await home.errorSummary.waitFor();
    await take('home-error');

    await home.lookUp(account('04'));
    await bill.pay.waitFor();
    await take('bill');
    await bill.payOther('5000');
    await bill.errorSummary.waitFor();
    await take('bill-error');
    await page.goto('/pay/direct/ebill?refid=aaaaaaaaaaaaaaaaaaaaaaaaaa');
    await take('bill-link-broken');
  });

  for (const [name, ending] of [
    ['bill-overdue', '02'],
    ['bill-credit', '06'],
    ['bill-closed', '41'],
  ] as const) {
    test(name, async ({ home, bill, account, take }) => {
      await home.open();
      await home.lookUp(account(ending));
      await bill.value('current-balance').waitFor();
      await take(name);
    });
  }
});
