import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createShop } from './shop';

const key = { keyId: 'k', secret: 's' };

/** What the payment backend says of every order; null: it does not answer. */
let report: { readonly orderState: string; readonly status: string } | null = null;
let backend: Server;
let server: ReturnType<typeof createShop>;
let origin: string;

async function listen(listening: Server): Promise<string> {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  backend = createServer((request, response) => {
    if (request.method === 'POST') return void response.end(JSON.stringify({ url: 'http://pay.example/entry' }));
    if (report === null) return void response.destroy();
    response.end(JSON.stringify(report));
  });
  const address = await listen(backend);
  server = createShop({ backend: { address, partnerKey: 'DEMO-SHOP', key }, origin: () => origin });
  origin = await listen(server);
});
beforeEach(() => {
  report = null;
});
afterAll(() => {
  for (const listening of [server, backend]) {
    listening.closeAllConnections();
    listening.close();
  }
});

const sign = (text: string) => createHmac('sha256', key.secret).update(text).digest('hex');

/** Buys the first basket. Returns the order's number and the visit's cookie. */
async function buy(
  path = '/buy',
  fields: Record<string, string> = { show: 'page' },
): Promise<{ orderNumber: string; cookie: string }> {
  const body = new URLSearchParams(fields);
  const bought = await fetch(origin + path, { method: 'POST', body, redirect: 'manual' });
  const cookie = bought.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await (await fetch(origin, { headers: { cookie } })).text();
  return { orderNumber: /href="\/orders\/([\w-]+)"/.exec(page)?.[1] ?? '', cookie };
}

/** The payer comes back, without the visit's cookie: a cross-site post. docs/partners.md has the signature. */
async function comeBack(orderNumber: string, status: string, signature?: string): Promise<number> {
  const signed = sign(`result\nkeyId=k&orderNumber=${orderNumber}&status=${status}`);
  const body = new URLSearchParams({ orderNumber, status, keyId: 'k', signature: signature ?? signed });
  return (await fetch(`${origin}/result`, { method: 'POST', body, redirect: 'manual' })).status;
}

async function sendWebhook(orderNumber: string, event: string, said: object): Promise<number> {
  const [timestamp, eventId] = [new Date().toISOString(), crypto.randomUUID()];
  const body = JSON.stringify({ eventId, event, orderNumber, ...said });
  const signature = sign(['webhook', timestamp, eventId, body].join('\n'));
  const headers = { 'x-key-id': 'k', 'x-timestamp': timestamp, 'x-nonce': eventId, 'x-signature': signature };
  return (await fetch(`${origin}/webhook`, { method: 'POST', body, headers })).status;
}

/** Reads the order's page: its title, whether it can be paid, and the header's basket. */
async function show(orderNumber: string, cookie = ''): Promise<{ title?: string; canPay: boolean; basket?: string }> {
  const page = await (await fetch(`${origin}/orders/${orderNumber}`, { headers: { cookie } })).text();
  const [, title] = /<h1>([^<]*)<\/h1>/.exec(page) ?? [];
  const [, basket] = /(Basket \(\d+\))/.exec(page) ?? [];
  const canPay = page.includes('Go to the payment page') || page.includes('Cancel the order');
  return { ...(title !== undefined && { title }), canPay, ...(basket !== undefined && { basket }) };
}

test('every button that adds to the basket or tries a case submits the basket’s form', async () => {
  const page = await (await fetch(origin)).text();
  const buttons = [...page.matchAll(/<button[^>]*>/g)].map(([tag]) => tag);
  const named = buttons.filter((tag) => /name="(add|case)"/.test(tag));
  expect(named).toHaveLength(14);
  const form = /<form id="([^"]*)"[^>]*action="\/buy"/.exec(page)?.[1];
  for (const tag of named) expect(tag).toContain(`form="${form}"`);
  // What the Enter key presses.
  const [first] = buttons.filter((tag) => tag.includes(`form="${form}"`));
  expect(first).toContain('formaction="/basket"');
  expect(first).not.toContain('name=');
});

test('a product is added for the customer and the email that are chosen, not yet kept', async () => {
  const body = new URLSearchParams({ add: 'remote', customer: 'aminah', email: 'typed@shop.example' });
  const added = await fetch(`${origin}/basket`, { method: 'POST', body, redirect: 'manual' });
  const cookie = added.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await (await fetch(origin, { headers: { cookie } })).text();
  expect(page).toMatch(/<option value="aminah" selected>/);
  expect(page).toContain('value="typed@shop.example"');
  expect(page).toMatch(/id="quantity-remote"[^>]*value="1"/);
});

test('adding a product leads to the basket, whose pieces are counted in the header', async () => {
  const body = new URLSearchParams({ add: 'remote', 'quantity.decoder': '2' });
  const added = await fetch(`${origin}/basket`, { method: 'POST', body, redirect: 'manual' });
  expect([added.status, added.headers.get('location')]).toEqual([303, '/#basket']);
  const cookie = added.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await (await fetch(origin, { headers: { cookie } })).text();
  expect(page).toMatch(/<header>.*<a [^>]*href="\/#basket">Basket \(3\)<\/a>.*<\/header>/s);
  expect(page).toContain('id="basket"');
  expect(await (await fetch(origin)).text()).toContain('>Basket (1)</a>');
});

test('an empty basket has no button, and the buttons for developers are disabled', async () => {
  const body = new URLSearchParams({ remove: 'decoder' });
  const emptied = await fetch(`${origin}/basket`, { method: 'POST', body, redirect: 'manual' });
  const cookie = emptied.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await (await fetch(origin, { headers: { cookie } })).text();
  const [shop = '', developers = ''] = page.split('<section class="developers"');
  const [, basket = ''] = shop.split('<form id="basket-form"');
  expect(basket).toContain('It is empty.');
  expect(basket).not.toContain('<button');
  expect(developers).toContain('Add something to the basket to use these buttons.');
  const buttons = [...developers.matchAll(/<button[^>]*>/g)].map(([tag]) => tag);
  expect(buttons).toHaveLength(13);
  for (const tag of buttons) expect(tag).toMatch(/ disabled>|\sdisabled\s/);
});

test('a case with an empty basket begins no order', async () => {
  const body = new URLSearchParams({ case: 'cancelled', 'quantity.decoder': '0' });
  const refused = await fetch(`${origin}/failures`, { method: 'POST', body });
  expect(refused.status).toBe(422);
});

test.each([
  ['pending', 'Payment in progress'],
  ['pending-approval', 'Waiting for approval'],
])('a payer who comes back while the payment is %s is not invited to pay again', async (status, title) => {
  const { orderNumber, cookie } = await buy();
  expect(await show(orderNumber, cookie)).toEqual({ title: 'Not paid yet', canPay: true, basket: 'Basket (1)' });
  report = { orderState: 'open', status };
  expect(await comeBack(orderNumber, status)).toBe(303);
  expect(await show(orderNumber, cookie)).toEqual({ title, canPay: false, basket: 'Basket (0)' });
});

test('an order’s number is short enough to be read out', async () => {
  expect((await buy()).orderNumber).toMatch(/^shop-[0-9a-f]{12}$/);
});

test('a return is believed in nothing that its signature does not cover', async () => {
  const { orderNumber } = await buy();
  expect(await comeBack(orderNumber, 'pending', 'a'.repeat(64))).toBe(403);
  expect(await show(orderNumber)).toMatchObject({ title: 'Not paid yet', canPay: true });
});

test('a payer who comes back while the backend does not answer is not invited to pay again', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { orderNumber, cookie } = await buy();
  expect(await comeBack(orderNumber, 'successful')).toBe(303);
  expect(await show(orderNumber, cookie)).toEqual({
    title: 'Payment in progress',
    canPay: false,
    basket: 'Basket (0)',
  });
  expect(errors).toHaveBeenCalledTimes(1);
  errors.mockRestore();
});

test('a late return of a payment in progress does not outlive a look-up that says it has failed', async () => {
  const { orderNumber } = await buy();
  report = { orderState: 'open', status: 'failed' };
  await comeBack(orderNumber, 'pending');
  expect(await show(orderNumber)).toMatchObject({ title: 'Not paid yet', canPay: true });
});

test('the webhook of an earlier attempt does not invite to pay again while another is in progress', async () => {
  const { orderNumber } = await buy();
  report = { orderState: 'open', status: 'pending' };
  await comeBack(orderNumber, 'pending');
  const ended = { orderState: 'open', status: 'failed' };
  expect(await sendWebhook(orderNumber, 'attempt.failed', ended)).toBe(204);
  expect(await show(orderNumber)).toMatchObject({ title: 'Payment in progress', canPay: false });
});

test('an order that is paid empties its basket once, and no late event makes it unpaid', async () => {
  const { orderNumber, cookie } = await buy();
  await sendWebhook(orderNumber, 'order.paid', { orderState: 'paid', status: 'successful' });
  expect(await show(orderNumber, cookie)).toEqual({ title: 'Thank you', canPay: false, basket: 'Basket (0)' });
  expect(await (await fetch(origin, { headers: { cookie } })).text()).toContain('It is empty.');

  const headers = { cookie };
  await fetch(`${origin}/basket`, { method: 'POST', headers, body: new URLSearchParams({ add: 'decoder' }) });
  await sendWebhook(orderNumber, 'attempt.failed', { orderState: 'open', status: 'failed' });
  report = { orderState: 'paid', status: 'successful' };
  await comeBack(orderNumber, 'successful');
  expect(await show(orderNumber, cookie)).toEqual({ title: 'Thank you', canPay: false, basket: 'Basket (1)' });
});

test.each([
  ['/buy', { show: 'request' }],
  ['/buy', { show: 'frame' }],
  ['/failures', { case: 'declined' }],
])('what a developer tries by %s with %j stays in the basket', async (path, fields) => {
  const { orderNumber, cookie } = await buy(path, fields);
  await sendWebhook(orderNumber, 'order.paid', { orderState: 'paid', status: 'successful' });
  expect(await show(orderNumber, cookie)).toEqual({ title: 'Thank you', canPay: false, basket: 'Basket (1)' });
});

test('the shop page lists the orders of the visit by goods, total and what became of them', async () => {
  const { orderNumber, cookie } = await buy();
  await sendWebhook(orderNumber, 'order.paid', { orderState: 'paid', status: 'successful' });
  const page = await (await fetch(origin, { headers: { cookie } })).text();
  const [list = ''] = /<ul class="orders">.*?<\/ul>/s.exec(page) ?? [];
  expect(list).toContain(`href="/orders/${orderNumber}">Decoder</a>`);
  expect(list).toMatch(/RM137\.00.*Paid/s);
});

test('what developers try is below the shop, under one heading', async () => {
  const page = await (await fetch(origin)).text();
  const [shop = '', developers = ''] = page.split('<section class="developers"');
  expect(shop.match(/<button[^>]*class="main"[^>]*>/g)).toHaveLength(1);
  expect(shop).not.toMatch(/name="case"|value="(frame|request)"/);
  expect(developers.match(/name="show" value="(frame|request)"/g)).toHaveLength(2);
  expect(developers.match(/<h2[^>]*>[^<]*/g)).toEqual(['<h2 id="developers">For developers']);
  expect(page).not.toMatch(/e-mail/i);
});
