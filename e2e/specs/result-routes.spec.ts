import { expect, test } from '../fixtures/journey';
import { corporate, fpx, paymentExamples } from '../fixtures/payments';
import type { PaymentPage } from '../pages/payment-page';
import { resultRoutes } from '../../lib/routes';
import en from '../../messages/en.json';
import ms from '../../messages/ms.json';

/*
 * Every outcome on every result route: by the bank's POST and GET, opened directly and again. The pages are checked as the server sends them, which
 * is what a browser without scripts shows; result-changes.spec.ts checks their updates.
 */

const returns = [
  { name: 'FPX', choice: fpx, route: '/bankResultFPX' },
  { name: 'Maybank2u', choice: { selectedPaymentMethod: 'm2u' }, route: '/bankResultMBBCASA' },
  { name: 'Boost', choice: { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' }, route: '/bankResultEGHL' },
  { name: 'GrabPay', choice: { selectedPaymentMethod: 'wallet', selectedWallet: 'grabpay' }, route: '/bankResultEGHL' },
];
const buttons = [
  ['approve', 'successful'],
  ['decline', 'failed'],
  ['cancel', 'cancelled'],
  ['leave-pending', 'pending'],
  ['tamper', 'failed'],
] as const;

for (const { name, choice, route } of returns) {
  for (const as of ['post', 'get'] as const) {
    test(`row 23: ${name}: each end by the bank’s ${as.toUpperCase()}, a reload, and the same return again`, async ({
      paymentApi,
      account,
    }) => {
      for (const [index, [button, status]] of buttons.entries()) {
        const refid = await paymentApi.createPayment(account('01', index));
        const returnForm = await paymentApi.pressAtBank(await paymentApi.begin(refid, choice), button);
        const url = `${route}?refid=${refid}`;
        for (const time of ['first', 'again']) {
          const response = await paymentApi.returnFromBank(returnForm, as);
          expect([response.status(), response.headers()['location']], `${button}, ${time}`).toEqual([303, url]);
          expect(response.headers()['set-cookie']).toBeUndefined();
          await paymentApi.openOwnResult(refid);
          expect((await paymentApi.readStatus(url)).status, `${button}, ${time}`).toBe(status);
        }
      }
    });
  }
}

for (const { outcome, onProcessed = outcome, tried, note = tried ? 'tried' : 'untried', make } of paymentExamples) {
  test(`row 10: a payment that is ${outcome}, ${note}: behind each route, directly and again`, async ({
    paymentApi,
    account,
  }) => {
    const refid = await make(paymentApi, account);
    for (const route of resultRoutes) {
      const expected = route === '/processed' ? onProcessed : outcome;
      for (const time of ['directly', 'again']) {
        const { status, html } = await paymentApi.readStatus(`${route}?refid=${refid}`);
        expect(status, `${route}, ${time}`).toBe(expected);
        const hasAmount = tried || expected === 'cancelled' || expected === 'expired';
        expect(html.includes('data-testid="amount-paid"'), `${route}, ${time}`).toBe(hasAmount);
      }
      // A URL with added parameters, such as utm_source, redirects to the canonical one; so does a forged post.
      const tagged = await paymentApi.returnFromBank({
        url: route,
        method: 'get',
        fields: { refid, utm_source: 'mail' },
      });
      expect([tagged.status(), tagged.headers()['location']]).toEqual([303, `${route}?refid=${refid}`]);
      const forged = await paymentApi.returnFromBank({
        url: route,
        method: 'post',
        fields: { refid, fpx_debitAuthCode: '00' },
      });
      expect([forged.status(), forged.headers()['location']]).toEqual([303, `${route}?refid=${refid}`]);
      expect((await paymentApi.readStatus(`${route}?refid=${refid}`)).status).toBe(expected);
    }
  });
}

test('row 10: an order that nobody has tried to pay leads to its payment page', async ({ paymentApi, account }) => {
  const refid = await paymentApi.createPayment(account('01'));
  const { html } = await paymentApi.readStatus(`/bankResultFPX?refid=${refid}`);
  expect(html).toContain(en.result.notTried.text);
  expect(html).not.toContain(en.result.sessionExpired.text);
  expect(html).toMatch(new RegExp(`href="/epayment/entry\\?refid=${refid}"[^>]*data-testid="try-again"`));
});

test('the paymentId of a receipt opens the result as well', async ({ paymentApi, account }) => {
  const refid = await paymentApi.createPayment(account('01'));
  const { html } = await paymentApi.readStatus(`/cancelPayment?refid=${refid}`);
  const paymentId = /data-testid="payment-id"[^>]*>([a-z2-7]+)</.exec(html)?.[1] ?? '';
  const response = await paymentApi.returnFromBank({ url: '/bankResultMBB', method: 'get', fields: { paymentId } });
  expect(response.headers()['location']).toBe(`/bankResultMBB?refid=${refid}`);
});

test('pending approval names the bill and the deadline in both languages', async ({
  playwright,
  paymentApi,
  account,
}) => {
  const accountNumber = account('01');
  const refid = await paymentApi.createPayment(accountNumber);
  await paymentApi.returnFromBank(
    await paymentApi.pressAtBank(await paymentApi.begin(refid, corporate), 'pending-approval'),
  );
  const day = new Date(Date.now() + 5 * 86_400_000);
  for (const [language, words, intlTag] of [
    ['en', en, 'en-MY'],
    ['ms', ms, 'ms-MY'],
  ] as const) {
    const context = await playwright.request.newContext({ extraHTTPHeaders: { 'accept-language': language } });
    const html = await (await context.get(paymentApi.urlOf(`/bankResultFPX?refid=${refid}`))).text();
    expect(html).toContain(words.result.pendingApproval.text);
    const date = day.toLocaleDateString(intlTag, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'Asia/Kuala_Lumpur',
    });
    expect(html).toMatch(new RegExp(`${date},[^<]*:[^<]*••••••${accountNumber.slice(-4)}`));
    await context.dispose();
  }
});

/*
 * The return of each gateway to a browser: the page that the bank's simulator loads, with scripts and without. The card with a challenge, Amex,
 * instalments and the codes of DuitNow and the counter are returns of their own.
 */
const browserReturns = [
  {
    name: 'card',
    route: '/bankResultMBB',
    choose: (payment: PaymentPage) => payment.fillCard({ number: '4111 1111 1111 1111' }),
  },
  {
    name: 'Amex',
    route: '/bankResultAMB',
    choose: (payment: PaymentPage) => payment.fillCard({ number: '3782 822463 10005', cvv: '1234' }),
  },
  {
    name: 'instalments',
    route: '/bankResultMBB',
    choose: (payment: PaymentPage) =>
      payment.fillInstalments({ number: '5555 5555 5555 4444' }, { bank: 'MBB', months: 6 }),
  },
  { name: 'FPX', route: '/bankResultFPX', choose: (payment: PaymentPage) => payment.chooseBank('fpx', 'MB2U0227') },
  {
    name: 'corporate FPX',
    route: '/bankResultFPX',
    choose: (payment: PaymentPage) => payment.chooseBank('fpxCorporate', 'MBB0228'),
  },
  { name: 'Maybank2u', route: '/bankResultMBBCASA', choose: (payment: PaymentPage) => payment.choosePlain('m2u') },
  {
    name: 'wallet',
    route: '/bankResultEGHL',
    choose: (payment: PaymentPage) => payment.chooseProvider('wallet', 'touchngo'),
  },
];

for (const { name, route, choose } of browserReturns) {
  for (const [button, status] of [
    ['Approve', 'successful'],
    ['Decline', 'failed'],
  ] as const) {
    test(`${name}: '${button}' at the bank returns the browser to ${route} @both`, async ({
      page,
      account,
      startPayment,
      payment,
      payAtBank,
      result,
    }) => {
      // Instalments need RM300.
      const refid = await startPayment(account('01'), '300');
      await choose(payment);
      await payAtBank(button);
      await expect(page).toHaveURL((url) => url.pathname === route && url.searchParams.get('refid') === refid);
      await expect(result.status).toHaveAttribute('data-status', status);
    });
  }
}

for (const by of ['its page', 'hand'] as const) {
  test(`DuitNow QR settled by ${by}: the code's page leads to the result @both`, async ({
    page,
    account,
    startPayment,
    payment,
    presentment,
    result,
    sandbox,
  }) => {
    const refid = await startPayment(account('01'));
    await payment.choosePlain('duitnowQr');
    await payment.pay.click();
    await presentment.read('duitnow');
    if (by === 'hand') await sandbox.settle(refid, 'successful');
    else await presentment.decide('duitnow', 'Approve');
    await expect(page).toHaveURL((url) => url.pathname === '/ewallet/view/bankResult', { timeout: 15_000 });
    await expect(result.status).toHaveAttribute('data-status', 'successful');
    expect((await sandbox.ledger()).credits.filter((credit) => credit.refid === refid)).toHaveLength(1);
  });
}
