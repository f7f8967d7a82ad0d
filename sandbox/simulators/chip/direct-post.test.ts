import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChipGateway } from '../../../backend/gateways/chip/gateway';
import type { AttemptOrder, Gateway } from '../../../backend/gateways/gateway';
import { listBankButtons } from '../../scenarios/bank-buttons';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
} from '../gateway-test-harness.fixture';

/* A card by CHIP's direct post: our gateway begins it, and the test posts the card as a payer's browser does. */

let harness: GatewayTestHarness;
let gateway: Gateway;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
  gateway = createChipGateway({ ...harness.settings.chip, postsCardsDirectly: true }, Date.now);
});
afterAll(() => harness.close());
beforeEach(() => harness.control('reset', {}));

const choice = { method: 'newCard', provider: null, resultRoute: '/bankResultMBB' } as const;
/** The names and formats of the fields are CHIP's: `direct_post_url` in its OpenAPI. */
const card = { cardholder_name: "Siti O'Neil", card_number: '4111111111111111', expires: '12/39', cvc: '123' };

async function begin(): Promise<{ readonly order: AttemptOrder; readonly url: string }> {
  const order = makeOrder(choice);
  const begun = await gateway.begin(order);
  if (!begun.ok || begun.value.kind !== 'direct-post') throw new Error(JSON.stringify(begun));
  return { order: { ...order, paymentId: begun.value.paymentId ?? null }, url: begun.value.request.url };
}

const post = (url: string, changed: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ ...card, ...changed }) });

/** Posts a card and presses a button of its issuer's page. */
async function payByChallenge(url: string, button: string) {
  const location = (await post(url)).headers.get('location') ?? 'none:';
  return harness.press(await harness.send(new URL(location, harness.banksOrigin).href), button);
}

async function enquire(order: AttemptOrder) {
  const report = await gateway.enquire(order);
  return report.ok ? report.value : report.error;
}

test('begins with a form whose target is the purchase’s, with CHIP’s names of the fields', async () => {
  const order = makeOrder(choice);
  expect(gateway.cardEntry).toBe('direct');
  expect(await gateway.begin(order)).toEqual({
    ok: true,
    value: {
      kind: 'direct-post',
      paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request: {
        url: expect.stringContaining(`${harness.banksOrigin}/chip/p/`),
        fieldNames: { number: 'card_number', expiry: 'expires', cvv: 'cvc', name: 'cardholder_name' },
      },
    },
  });
});

test('other methods are redirected as before, and without direct post a card goes to CHIP’s page', async () => {
  const fpx = await gateway.begin(makeOrder({ provider: 'MB2U0227' }));
  expect(fpx).toMatchObject({ ok: true, value: { kind: 'redirect' } });
  expect(harness.chip.cardEntry).toBe('gateway');
  expect(await harness.chip.begin(makeOrder(choice))).toMatchObject({ ok: true, value: { kind: 'redirect' } });
});

const ends = {
  approved: 'successful',
  declined: 'failed',
  cancelled: 'pending',
  pending: 'pending',
  'no-payment': 'pending',
  'pending-approval': 'pending',
} as const;

test.each(listBankButtons(false).map((button) => [button.label, button] as const))(
  'a card with 3-D Secure: %s',
  async (_label, button) => {
    const { order, url } = await begin();
    const back = readReturnForm(await payByChallenge(url, button.value));
    if (button.browserReturn !== 'never') {
      expect(back).toEqual({
        action: `${harness.settings.chip.siteOrigin}/bankResultMBB`,
        fields: { chip_reference: order.number },
      });
    }
    expect(await enquire(order)).toMatchObject({ status: ends[button.state], amount: 138_78, currency: 'MYR' });
  },
);

// CHIP, Testing Integration: 4444 3333 2222 1111 without 3-D Secure.
test.each([
  ['4444333322221111', { status: 'successful', bankName: 'Visa' }],
  ['4242424242424242', { status: 'successful', bankName: 'Visa' }],
  ['4000000000000002', { status: 'failed', reasonCode: 'do_not_honour' }],
  ['4000000000009995', { status: 'failed', reasonCode: 'insufficient_funds' }],
  ['4000000000000069', { status: 'failed', reasonCode: 'expired_card' }],
  ['4000000000000119', { status: 'pending' }],
])('card %s ends as %j, and the browser returns', async (number, expected) => {
  const { order, url } = await begin();
  const posted = await post(url, { card_number: number });
  expect(posted.status).toBe(303);
  const back = new URL(posted.headers.get('location') ?? 'none:');
  expect(`${back.origin}${back.pathname}${back.search}`).toBe(
    `${harness.settings.chip.siteOrigin}/bankResultMBB?chip_reference=${order.number}`,
  );
  expect(await enquire(order)).toMatchObject(expected);
});

test.each([
  [{ card_number: '4111 1111 1111 1111' }, 'validation_card_number_invalid'],
  [{ card_number: '' }, 'validation_card_number_not_provided'],
  [{ expires: '1239' }, 'validation_expires_invalid'],
  [{ cvc: '12' }, 'validation_cvc_invalid'],
])('a card with %j is a failed payment, which cannot be paid again', async (changed, reasonCode) => {
  const { order, url } = await begin();
  await post(url, changed);
  expect(await enquire(order)).toMatchObject({ status: 'failed', reasonCode });
  await post(url, { card_number: '4242424242424242' });
  expect(await enquire(order)).toMatchObject({ status: 'failed' });
});

test('a card that is posted after the payer has cancelled pays nothing', async () => {
  const { order, url } = await begin();
  expect(await gateway.withdraw?.(order)).toMatchObject({ value: { status: 'cancelled' } });
  await post(url, { card_number: '4242424242424242' });
  expect(await enquire(order)).toMatchObject({ status: 'cancelled' });
});

/** CHIP's API with other addresses in what it creates. */
async function openChanged(addresses: object): Promise<{ readonly server: Server; readonly apiUrl: string }> {
  const { apiUrl } = harness.settings.chip;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const answer = await fetch(new URL(request.url ?? '/', apiUrl), {
        method: request.method ?? 'GET',
        headers: { authorization: String(request.headers.authorization), 'content-type': 'application/json' },
        ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
      });
      const body = { ...((await answer.json()) as object), ...addresses };
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, apiUrl: `http://127.0.0.1:${port}${new URL(apiUrl).pathname}` };
}

async function beginWith(addresses: object) {
  const { server, apiUrl } = await openChanged({ checkout_url: 'https://gate.example/p/1/', ...addresses });
  const changed = createChipGateway({ ...harness.settings.chip, apiUrl, postsCardsDirectly: true }, Date.now);
  const begun = await changed.begin(makeOrder(choice));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return begun;
}

test('a card is not posted by http to another host than that of the API', async () => {
  expect(await beginWith({ direct_post_url: 'http://gate.example/p/1/' })).toEqual({ ok: false, error: 'unreachable' });
  expect(await beginWith({ direct_post_url: 'https://gate.example/p/1/' })).toMatchObject({
    ok: true,
    value: { kind: 'direct-post', request: { url: 'https://gate.example/p/1/' } },
  });
});

// CHIP activates direct post for each account: "Will be null if …".
test('a purchase without a direct post is paid on CHIP’s page', async () => {
  expect(await beginWith({ direct_post_url: null })).toMatchObject({
    ok: true,
    value: { kind: 'redirect', request: { url: 'https://gate.example/p/1/' } },
  });
});
