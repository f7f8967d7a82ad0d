import { expect, test } from '../fixtures/journey';
import { corporate, fpx, paymentExamples } from '../fixtures/payments';
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
        expect(html.includes('data-testid="amount-paid"'), `${route}, ${time}`).toBe(tried);
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
    expect(html).toMatch(new RegExp(`${date},[^<]* MYT:[^<]*••••••${accountNumber.slice(-4)}`));
    await context.dispose();
  }
});
