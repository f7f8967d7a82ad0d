import type { AddressInfo } from 'node:net';
import { createShop } from './shop';

/** The backend is not called: nothing is bought. */
const key = { keyId: 'k', secret: 's' };
const backend = { address: 'http://127.0.0.1:1', partnerKey: 'DEMO-SHOP', key };

let server: ReturnType<typeof createShop>;
let origin: string;

beforeAll(async () => {
  server = createShop({ backend, origin: () => origin });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

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

test('a product is added for the customer and the e-mail that are chosen, not yet kept', async () => {
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

test('a case with an empty basket begins no order', async () => {
  const body = new URLSearchParams({ case: 'cancelled', 'quantity.decoder': '0' });
  const refused = await fetch(`${origin}/failures`, { method: 'POST', body });
  expect(refused.status).toBe(422);
});
