import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createShop } from '../../examples/demo-shop/shop';
import { PaymentPage } from '../pages/payment-page';
import { expect, test as base } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

interface OpenShop {
  readonly url: string;
  /** Events that the payment backend has told the shop of, each once. */
  readonly events: { readonly event: string; readonly orderNumber: string }[];
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const test = base.extend<{
  shop: OpenShop;
  framedBy: (origin: 'partner' | 'stranger', url: string) => Promise<string>;
}>({
  /** The shop of docs/partners.md, as a partner runs it. */
  shop: async ({}, use) => {
    const events: OpenShop['events'] = [];
    let url = '';
    const key = { keyId: 'sandbox', secret: 'sandbox-secret-of-DEMO-SHOP' };
    const server = createShop({
      backend: { address: stack.backend, partnerKey: 'DEMO-SHOP', key },
      origin: () => url,
      onEvent: (event) => events.push(event),
    });
    url = await listen(server);
    await use({ url, events });
    server.closeAllConnections();
    server.close();
  },
  /** Gives the address of another site's page that frames one of ours. */
  framedBy: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (origin, url) => {
      const server = createServer((_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<link rel="icon" href="data:,"><iframe src="${url}" width="100%" height="900"></iframe>`);
      });
      servers.push(server);
      const own = await listen(server);
      // The same machine by a name that nobody has registered.
      return origin === 'partner' ? own : own.replace('127.0.0.1', 'stranger.localhost');
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});

test('the demo shop: order, payment, hand-over and webhook @both', async ({ page, shop, payment, payAtBank }) => {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(payment.total).toContainText('RM137.00');
  await expect(payment.email).toHaveValue('customer@shop.example');
  await payment.chooseBank('fpx', 'MB2U0227');
  await payAtBank('Approve');
  await page.getByTestId('hand-over').click();
  await expect(page.getByTestId('handed-over')).toHaveText('successful');
  await expect(page.getByTestId('order-state')).toHaveText('paid');
  const orderNumber = await page.getByTestId('order-number').innerText();
  await expect.poll(() => shop.events).toMatchObject([{ event: 'order.paid', orderNumber }]);
});

test('row 4: a hand-over that was altered on its way is not believed by the shop', async ({ request, shop }) => {
  const fields = {
    orderNumber: 'shop-1',
    status: 'successful',
    amount: '100',
    keyId: 'sandbox',
    signature: 'a'.repeat(64),
  };
  expect((await request.post(`${shop.url}/result`, { form: fields })).status()).toBe(403);
});

test('a partner’s frame: errors without third-party cookies, and out of the frame to the bank @both', async ({
  page,
  shop,
  allowConsoleError,
  javaScriptEnabled,
}) => {
  allowConsoleError(/autofocusing/);
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Buy in a frame' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByTestId('total-amount')).toContainText('RM137.00');
  await frame.locator('[name="userEmailAddress"]').fill('not an address');
  await frame.locator('[name="selectedPaymentMethod"][value="m2u"]').check();
  await frame.getByTestId('pay').click();
  await expect(frame.getByTestId('error-summary')).toBeVisible();
  await frame.locator('[name="userEmailAddress"]').fill('customer@shop.example');
  await frame.locator('[name="selectedPaymentMethod"][value="m2u"]').check();
  await frame.getByTestId('pay').click();
  if (javaScriptEnabled === false) await frame.getByTestId('continue').click();
  await expect(page).toHaveURL((url) => url.origin === stack.banks);
});

test('a partner’s frame: the one-time PIN of auto debit can be asked for and entered @both', async ({
  page,
  sandbox,
  account,
  framedBy,
  allowConsoleError,
}) => {
  allowConsoleError(/autofocusing/);
  const accountNumber = account('01');
  const order = {
    partnerKey: 'DEMO-SHOP',
    items: [{ name: 'Decoder', amount: 12_900 }],
    customer: { accountNumber, email: 'customer@shop.example' },
  };
  await page.goto(await framedBy('partner', (await sandbox.createOrder(order)).url));
  const frame = page.frameLocator('iframe');
  const payment = new PaymentPage(page, frame);
  await payment.fillCard({ number: '4242 4242 4242 4242' });
  await payment.pay.click();
  await expect(frame.getByTestId('payment-status')).toHaveAttribute('data-status', 'successful');
  await frame.getByTestId('auto-debit-enable').click();
  const pin = async () => (await sandbox.messages(`6012${accountNumber.slice(0, 7)}`))[0]?.code ?? '';
  await expect.poll(pin).toMatch(/^\d{6}$/);
  await frame.locator('[name="otp"]').fill(await pin());
  await frame.getByTestId('verify-code').click();
  await expect(frame.getByText('Thank you. Your account is now on auto debit.')).toBeVisible();
});

test('row 24: framed by the partner, and by nobody else', async ({ page, sandbox, framedBy, allowConsoleError }) => {
  allowConsoleError(/frame/i);
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] };
  const { url } = await sandbox.createOrder(order);
  await page.goto(await framedBy('partner', url));
  await expect(page.frameLocator('iframe').getByTestId('total-amount')).toContainText('RM129.00');
  for (const address of [await framedBy('stranger', url), await framedBy('partner', stack.site)]) {
    await page.goto(address);
    await expect(page.frameLocator('iframe').locator('body')).not.toContainText(/RM129|account/i);
  }
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

for (const { ending, words } of [
  { ending: '40', words: /could not get your bill details/ },
  { ending: '41', words: /This account is closed/ },
  { ending: '07', words: /can no longer be paid/ },
]) {
  test(`a bill link of case ${ending} says what is wrong`, async ({ page, sandbox, account }) => {
    await page.goto((await sandbox.createLink(account(ending), 9_000_000)).url);
    await expect(page.getByText(words)).toBeVisible();
  });
}
