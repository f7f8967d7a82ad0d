import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures/journey';
import { stack } from '../fixtures/stack';
import { PayByMobilePage } from '../pages/pay-by-mobile-page';
import { PaymentPage } from '../pages/payment-page';
import en from '../../messages/en.json';

/* Pages in a partner's frame on another site (127.0.0.1 frames localhost), through the front: cookies there are partitioned or dropped. */

interface FramedOrder {
  /** Opens a partner's page that frames the payment page of a new order. */
  openOrder: () => Promise<{ refid: string; payment: PaymentPage; payByMobile: PayByMobilePage }>;
}

const test = base.extend<FramedOrder>({
  openOrder: async ({ page, sandbox, paymentApi, openPartnerFrame, allowConsoleError }, use) => {
    allowConsoleError(/autofocusing/);
    await use(async () => {
      const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] };
      const { paymentId, url } = await sandbox.createOrder(order);
      await page.goto(await openPartnerFrame({ url }));
      const frame = page.frameLocator('iframe');
      await expect(frame.getByTestId('total-amount')).toContainText('RM129.00');
      return {
        refid: await paymentApi.findRefid(paymentId),
        payment: new PaymentPage(page, frame),
        payByMobile: new PayByMobilePage(page, frame),
      };
    });
  },
});

/** Returns the site's cookies in a frame of the partner's page. */
async function listFramedCookies(page: Page) {
  const cookies = await page.context().cookies(stack.site);
  return cookies.map(({ name, sameSite, secure, partitionKey }) => ({ name, sameSite, secure, partitionKey }));
}

test('row 24: pay by mobile is finished in a partner’s frame, after a wrong code, by one text @both', async ({
  page,
  openOrder,
  sandbox,
  javaScriptEnabled,
}) => {
  const number = javaScriptEnabled === false ? '60120000062' : '60120000061';
  const { refid, payment, payByMobile } = await openOrder();
  await payment.chooseProvider('dcb', 'carrier-a');
  await payment.pay.click();
  await payByMobile.requestTac(number);
  await expect(payByMobile.tac).toBeVisible();
  const code = await sandbox.findCode(number);
  await payByMobile.enterTac(code === '000000' ? '000001' : '000000');
  await expect(payByMobile.errorSummary).toContainText(en.validation.tac);
  await payByMobile.enterTac(code);
  await expect(page.frameLocator('iframe').getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
  expect((await sandbox.history(refid)).state).toBe('paid');
  expect((await sandbox.messages(number)).filter(({ kind }) => kind === 'tac')).toHaveLength(1);
});

test('row 24: cookies of a frame are partitioned by partner, whatever posts them @both', async ({
  page,
  openOrder,
}) => {
  const { payment, payByMobile } = await openOrder();
  await payment.chooseProvider('dcb', 'carrier-b');
  await payment.pay.click();
  await expect(payByMobile.number).toBeVisible();
  const cookies = await listFramedCookies(page);
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['ebill-opened', 'ebill-own']));
  for (const { name, sameSite, secure, partitionKey } of cookies) {
    expect({ name, sameSite, secure, isPartitioned: partitionKey !== undefined }).toEqual({
      ...{ name, sameSite: 'None', secure: true, isPartitioned: true },
    });
  }
});

test('row 24: a frame in which the browser keeps no cookie leads to the bank by its address', async ({
  account,
  openVisit,
}) => {
  const payer = await openVisit();
  const refid = await payer.startPayment(account('01'));
  const form = await payer.readForm(`/epayment/entry?refid=${refid}`, '/api/payment/pay');
  const fields = { ...form, selectedPaymentMethod: 'm2u', userEmailAddress: 'framed.payer@ebill.example' };
  const answer = await payer.post('/api/payment/pay', fields, { 'sec-fetch-dest': 'iframe' });
  const address = answer.headers()['location'] ?? '';
  expect(address).toMatch(/^\/epayment\/entry\/redirect\?refid=[a-z2-7]{26}&attempt=[\w.-]+$/);
  const withoutCookies = await openVisit();
  expect(await (await withoutCookies.get(address)).text()).toContain('framed.payer@ebill.example');
  const byReference = await withoutCookies.get(`/epayment/entry/redirect?refid=${refid}`);
  expect(byReference.headers()['location']).toBe(`/epayment/entry?refid=${refid}`);
});
