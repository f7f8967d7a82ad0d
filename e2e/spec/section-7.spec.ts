import { stack } from '../fixtures/stack';
import { checkCoverage, covers } from './coverage';
import { expect, order, test } from './fixtures';

/* The calls it makes. */

const config = () => JSON.stringify({ isApgDown: false, serverTime: new Date().toISOString() });
const json = { 'content-type': 'application/json' };

test(covers('7.1.1', '7.2.7'), async ({ request }) => {
  for (const path of ['/apg/util/config', '/api/apg/util/config']) {
    const response = await request.get(`${stack.site}${path}`);
    expect(response.status(), path).toBe(200);
    const body = (await response.json()) as Record<string, unknown>;
    for (const field of [
      'gaEnabled',
      'localisationStatus',
      'payAmtLimit',
      'payLimitCustomerType',
      'ceCustomerType',
      'autoDebitBannerEnabled',
      'autoDebitBannerLink',
      'isApgDown',
      'quickPayCustomMessageEnabled',
      'quickPayCustomMessageContent',
    ]) {
      expect(body, path).toHaveProperty(field);
    }
  }
});

test(covers('7.1.2'), async ({ request, startSite }) => {
  const site = await startSite((incoming, response) =>
    incoming.url?.startsWith('/apg/util/config') ? response.writeHead(500, json).end('{}') : incoming.destroy(),
  );
  await request.get(site.url);
  await expect.poll(site.log).toMatch(/call=config\.get.*message="?Request failed with status code 500/);
  // The message is stored: the site's own GET responds with it.
  const stored = await request.get(`${site.url}/apg/util/config`);
  expect(stored.status()).toBe(503);
  expect(await stored.json()).toMatchObject({ call: 'config.get', detail: 'Request failed with status code 500' });
});

test(covers('7.2.1'), async ({ home, account }) => {
  test.setTimeout(75_000);
  await home.open();
  const start = Date.now();
  await home.lookUp(account('52'));
  await expect(home.errorSummary).toContainText('timeout of 40000ms exceeded', { timeout: 50_000 });
  expect(Math.round((Date.now() - start) / 1000)).toBeGreaterThanOrEqual(40);
  expect(Math.round((Date.now() - start) / 1000)).toBeLessThan(46);
});

test(covers('7.2.2', '7.2.3', '7.2.4'), async ({ request, startSite }) => {
  let status = 400;
  const posts: { readonly contentType: string | undefined; readonly body: string }[] = [];
  const sockets = new Set<unknown>();
  let requests = 0;
  const site = await startSite((incoming, response) => {
    requests += 1;
    sockets.add(incoming.socket);
    let body = '';
    incoming.on('data', (part) => (body += String(part)));
    incoming.on('end', () => {
      if (incoming.method === 'POST') posts.push({ contentType: incoming.headers['content-type'], body });
      response.writeHead(status, json).end(config());
    });
  });
  const home = async () => (await request.get(site.url)).status();
  expect(await home()).toBe(503);
  status = 399;
  await expect.poll(home, { timeout: 10_000 }).toBe(200);
  status = 200;
  const form = { accountNumber: '1234567801' };
  for (let count = 0; count < 3; count += 1) {
    await request.post(`${site.url}/api/bill/lookup`, { form, headers: { origin: site.url } });
  }
  expect(posts.length).toBeGreaterThanOrEqual(3);
  for (const { contentType, body } of posts) {
    expect(contentType).toContain('application/json');
    expect(JSON.parse(body)).toMatchObject(form);
  }
  expect(sockets.size).toBeLessThan(requests);
});

test(covers('7.2.5'), async ({ request, account }) => {
  // A GET and a POST of the contract, each with its data and no envelope.
  const read = await request.get(`${stack.backend}/apg/util/config`);
  expect(await read.json()).toHaveProperty('isApgDown', false);
  const accountNumber = account('01');
  const post = await request.post(`${stack.backend}/apg/bill`, { data: { accountNumber } });
  expect(await post.json()).toMatchObject({ accountNumber });
});

test(covers('7.2.6'), async ({ page, sandbox, paymentApi, result }) => {
  const responseURL = 'http://127.0.0.1:9/result';
  const { paymentId } = await sandbox.createOrder({ ...order, partnerKey: 'DEMO-SHOP', responseURL });
  await result.open('/bankResultFPX', await paymentApi.approveAtBank(await paymentApi.findRefid(paymentId)));
  const form = page.locator(`form[action="${responseURL}"]`);
  await expect(form).toHaveAttribute('method', 'post');
  await expect(form).toHaveAttribute('target', /\S/);
  expect(await form.locator('input[type="hidden"]').count()).toBeGreaterThan(0);
});

test(covers('7.2.9'), async ({ page, startPayment, payment, account }) => {
  const origins = new Set<string>();
  page.on('request', (request) => {
    if (request.url().startsWith('http')) origins.add(new URL(request.url()).origin);
  });
  await startPayment(account('01'));
  await payment.method('wallet').check();
  await payment.pay.click();
  await expect(payment.errorSummary).toBeVisible();
  expect([...origins]).toEqual([stack.site]);
});

test(covers('7.2.8'), async ({ openVisit }) => {
  const visit = await openVisit();
  const response = await visit.post('/api/bill/lookup', { accountNumber: '123' }, { origin: 'https://other.example' });
  expect(Object.keys(response.headers()).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test(covers('7.3.1'), async ({ request }) => {
  for (const call of [
    'bill',
    'transaction',
    'payment/init',
    'card/delete',
    'payment/cancel',
    'autodebit/otp',
    'autodebit/otp/verify',
    'dcb/tac',
    'dcb/tac/verify',
  ]) {
    const response = await request.post(`${stack.backend}/apg/${call}`, { data: {} });
    expect([400, 422], call).toContain(response.status());
  }
  for (const call of ['payment/result', 'payment/processed', 'payment/blacklisted', 'autodebit']) {
    const response = await request.get(`${stack.backend}/apg/${call}`);
    expect([400, 422], call).toContain(response.status());
  }
});

test(
  covers('7.4.1'),
  { tag: '@controls' },
  async ({ page, configure, events, startPayment, payment, sandbox, account }) => {
    await configure({ gaEnabled: true });
    await page.goto('/');
    await page.getByTestId('analytics-allow').click();
    await expect(page.getByTestId('analytics-question')).toBeHidden();
    await startPayment(account('01'));
    await sandbox.fail('payment.init', 'error', 2);
    await payment.chooseBank('fpx', 'MB2U0227');
    await payment.pay.click();
    const message = 'Failed to initiate the payment. Try again later.';
    await expect(payment.errorSummary).toContainText(message);
    await expect
      .poll(() => events.at(-1))
      .toMatchObject({ method: 'POST', url: expect.stringContaining('/payment/'), message });
    // A page whose call to the backend fails reports that call.
    await sandbox.fail('payment.page', 'error', 2);
    await page.reload();
    await expect
      .poll(() => events.at(-1))
      .toMatchObject({
        event: 'api_error',
        method: 'GET',
        url: '/apg/payment/page',
        message: expect.stringMatching(/\b500\b/),
      });
  },
);

checkCoverage(7);
