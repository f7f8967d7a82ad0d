import type { APIResponse } from '@playwright/test';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

test('row 24: framed by the partner, and by nobody else', async ({
  page,
  sandbox,
  openPartnerFrame,
  allowConsoleError,
}) => {
  allowConsoleError(/frame/i);
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] };
  const { url } = await sandbox.createOrder(order);
  await page.goto(await openPartnerFrame({ url }));
  await expect(page.frameLocator('iframe').getByTestId('total-amount')).toContainText('RM129.00');
  // The same machine by an unregistered name.
  const strangers = (await openPartnerFrame({ url })).replace('127.0.0.1', 'stranger.localhost');
  for (const address of [strangers, await openPartnerFrame({ url: stack.site })]) {
    await page.goto(address);
    await expect(page.frameLocator('iframe').locator('body')).not.toContainText(/RM129|account/i);
  }
});

/** URLs that look like a partner's own, or that a naive check would accept. */
const foreign = [
  '//evil.example/',
  '\\\\evil.example\\',
  '/\\evil.example',
  'http:\\\\localhost\\',
  'https://evil.example/',
  'http://localhost@evil.example/',
  'http://127.0.0.1:80@evil.example/',
  'http://localhost.evil.example/',
  'http://evil.example/?http://localhost/',
  'http://evil.example#http://localhost/',
  'https://localhost/',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//http://localhost/',
  'data:text/html,<script>alert(1)</script>',
  'http://lоcalhost/',
  'http://xn--lcalhost-54a/',
  'http://localhost%2eevil.example/',
  'http://localhost\t.evil.example/',
  'http://local\nhost.evil.example/',
  ' http://evil.example/',
  '/result',
  '',
];

test('row 25: an order leads nowhere but to its partner’s own origins', async ({ sandbox }) => {
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] };
  // An empty one is none (specification, section 2).
  for (const address of foreign.filter((text) => text !== '')) {
    for (const field of ['responseURL', 'webhookURL']) {
      await expect(sandbox.createOrder({ ...order, [field]: address }), `${field}: ${address}`).rejects.toThrow(
        /-not-registered| 400 /,
      );
    }
  }
  const responseURL = 'http://localhost:8080/result';
  expect(await sandbox.createOrder({ ...order, responseURL })).toHaveProperty('paymentId');
  // The same URL is refused for a partner without registered origins.
  await expect(sandbox.createOrder({ ...order, partnerKey: 'PALE', responseURL })).rejects.toThrow('not-registered');
});

test('row 25: no answer of the site leads to an address that a visitor has named', async ({
  paymentApi,
  account,
  openVisit,
}) => {
  const visit = await openVisit();
  const refid = await paymentApi.createPayment(account('01'));
  await visit.get(`/epayment/entry?refid=${refid}`);
  const expectOwn = (answer: APIResponse, address: string) => {
    const location = answer.headers()['location'] ?? '';
    expect(location, address).toMatch(/^\/(?![\\/])/);
    expect(new URL(location, stack.site).origin, address).toBe(stack.site);
  };
  for (const address of foreign.filter((text) => text !== '/result')) {
    expectOwn(await visit.post('/api/language', { locale: 'ms', returnTo: address }), address);
    expectOwn(await visit.post('/api/analytics', { answer: 'no', returnTo: address }), address);
    const named = new URLSearchParams({ refid, responseURL: address, returnTo: address, next: address });
    expectOwn(await visit.get(`/bankResultFPX?${named.toString()}`), address);
  }
  const named = 'responseURL=https://evil.example/&returnTo=//evil.example&next=//evil.example&url=//evil.example';
  expectOwn(await visit.get(`/home?${named}`), named);
  expectOwn(await visit.post(`/api/payment/cancel?${named}`, { refid: 'x', next: '//evil.example' }), named);
  const page = await visit.get(`/epayment/entry?refid=${refid}&${named}`);
  expect(await page.text()).not.toMatch(/(href|action|content)="[^"?]*evil\.example/);
});

test('row 27: a partner’s colour and name on its own pages, a logo that does not load leaves the name @both', async ({
  page,
  sandbox,
  allowConsoleError,
}) => {
  allowConsoleError(/status of 404|Failed to load/);
  await page.route('**/partners/demo-shop.svg', (route) => route.fulfill({ status: 404 }));
  const { url } = await sandbox.createOrder({ partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] });
  await page.goto(url);
  await expect(page.getByRole('img', { name: 'Demo Shop' })).toBeVisible();
  const pale = await sandbox.createOrder({ partnerKey: 'PALE', items: [{ name: 'Decoder', amount: 12_900 }] });
  await page.goto(pale.url);
  await expect(page.getByTestId('pay')).toHaveCSS('background-color', 'rgb(255, 230, 0)');
  await expect(page.getByTestId('pay')).toHaveCSS('color', 'rgb(0, 0, 0)');
});
