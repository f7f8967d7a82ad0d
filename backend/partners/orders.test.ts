import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { sandboxKeyId, sandboxSecretOf } from '../sandbox/partners';
import {
  control,
  redirectToBank,
  refusalOf,
  send,
  startTestBackend,
  succeed,
  type TestBackend,
} from '../test-backend.fixture';
import { isRegisteredAddress } from './model';
import { listWebhooks, sendAgain } from './webhook-delivery';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookSchema } from '@/lib/contract/orders';
import { addKey, findSigningKey, retireKey } from './keys';
import { isSigned, readSignature, signMessage } from './signature';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

function orderOf(orderNumber: string, more: object = {}) {
  return {
    partnerKey: 'DEMO-SHOP',
    orderNumber,
    itemDescList: [{ name: 'Decoder', amount: 12_900 }],
    additionalChargesList: [{ name: 'Delivery', amount: 978 }],
    currencyCode: 'MYR',
    ...more,
  };
}

function sign(
  body: object | null,
  {
    secret = sandboxSecretOf('DEMO-SHOP'),
    keyId = sandboxKeyId,
    at = new Date(),
    nonce = randomUUID(),
    purpose = 'POST /apg/orders',
  } = {},
) {
  const timestamp = at.toISOString();
  const signature = signMessage(
    secret,
    { purpose, body: body === null ? '' : JSON.stringify(body) },
    { timestamp, nonce },
  );
  return { 'x-key-id': keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}

const sendOrder = (body: object, headers: Record<string, string>, key = randomUUID()) =>
  send(backend, calls['order.create'], body, key, headers);

async function place(more: object = {}) {
  const body = orderOf(randomUUID(), more);
  const answer = await sendOrder(body, sign(body));
  return { ...(answer.body as { paymentId: string; url: string }), orderNumber: body.orderNumber };
}

const nameOf = (orderNumber: string, partnerKey = 'DEMO-SHOP') => ({ partnerKey, orderNumber });

function ask(orderNumber: string, partnerKey = 'DEMO-SHOP') {
  const query = nameOf(orderNumber, partnerKey);
  const purpose = `GET /apg/orders?${new URLSearchParams(query).toString()}`;
  const headers = sign(null, { purpose, secret: sandboxSecretOf(partnerKey) });
  return send(backend, calls['order.get'], query, null, headers);
}

function cancel(orderNumber: string) {
  const body = nameOf(orderNumber);
  return send(backend, calls['order.cancel'], body, randomUUID(), sign(body, { purpose: 'POST /apg/orders/cancel' }));
}

describe('a signed order', () => {
  test('is a payment of its lines, the same one for its number', async () => {
    const body = orderOf('A-1');
    const first = await sendOrder(body, sign(body));
    const again = await sendOrder(body, sign(body));
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const { paymentId, url } = first.body as { paymentId: string; url: string };
    expect(url).toBe(`http://localhost:3000/epayment/entry?paymentId=${paymentId}`);
    const page = await succeed(backend, calls['payment.page'], { paymentId });
    expect(page.paymentPageDto).toMatchObject({
      itemTotalAmount: 12_900,
      totalAmount: 13_878,
      partnerKey: 'DEMO-SHOP',
    });
  });

  test('with another content under the same number is refused', async () => {
    const [one, other] = [orderOf('A-2'), orderOf('A-2', { isEpp: true })];
    await sendOrder(one, sign(one));
    expect((await sendOrder(other, sign(other))).code).toBe('order-number-reused');
  });

  test.each([
    ['nothing', () => ({})],
    ['another key', (body: object) => sign(body, { secret: 'wrong' })],
    ['a signature of another body', () => sign({ other: true })],
    ['a key that is not its partner’s', (body: object) => sign(body, { keyId: 'other' })],
    ['the signature of another call', (body: object) => sign(body, { purpose: 'POST /apg/orders/cancel' })],
    ['an old time stamp', (body: object) => sign(body, { at: new Date(Date.now() - 6 * 60_000) })],
    ['a time stamp ahead', (body: object) => sign(body, { at: new Date(Date.now() + 6 * 60_000) })],
  ])('with %s is unsigned', async (_name, headersOf) => {
    const body = orderOf(randomUUID());
    expect(await sendOrder(body, headersOf(body))).toMatchObject({ status: 401, code: 'unsigned' });
  });

  test('that is replayed is unsigned', async () => {
    const body = orderOf(randomUUID());
    const headers = sign(body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendOrder(body, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'unsigned')).toHaveLength(4);
  });

  test('is not answered again to one who only repeats its idempotency key', async () => {
    const body = orderOf(randomUUID());
    const key = randomUUID();
    await sendOrder(body, sign(body), key);
    expect(await sendOrder(body, {}, key)).toMatchObject({ status: 401, code: 'unsigned' });
    expect((await sendOrder(body, sign(body), key)).status).toBe(200);
  });

  test.each([
    [
      'a total below the least',
      { itemDescList: [{ name: 'Cable', amount: 99 }], additionalChargesList: [] },
      'amount-not-allowed',
    ],
    ['a total above the most', { itemDescList: [{ name: 'Villa', amount: 9_999_999_999 }] }, 'amount-not-allowed'],
    ['a deadline that has passed', { deadline: new Date(Date.now() - 1000).toISOString() }, 'deadline-not-allowed'],
    [
      'a deadline next year',
      { deadline: new Date(Date.now() + 400 * 86_400_000).toISOString() },
      'deadline-not-allowed',
    ],
    ['a webhook to a stranger', { webhookURL: 'http://169.254.169.254/latest' }, 'webhook-url-not-registered'],
    ['no such field', { itemDescList: [] }, 'invalid-request'],
  ])('with %s is refused', async (_name, more, code) => {
    const body = orderOf(randomUUID(), more);
    expect((await sendOrder(body, sign(body))).code).toBe(code);
  });

  test('offers the methods that it names, of those that its partner may offer', async () => {
    const { paymentId } = await place({ providerKeys: ['fpx', 'newCard'] });
    const page = await succeed(backend, calls['payment.page'], { paymentId });
    expect(page.paymentPageDto.providerKeys).toEqual(['newCard', 'fpx']);
    expect(
      await refusalOf(backend, calls['payment.init'], {
        refid: page.refid,
        shownAmount: 13_878,
        paymentRequest: { selectedPaymentMethod: 'counter', userEmailAddress: 'payer@ebill.example' },
      }),
    ).toBe('method-unavailable');
    await backend.store.db
      .updateTable('partners')
      .set({ provider_keys: JSON.stringify(['counter']) })
      .where('key', '=', 'PALE')
      .execute();
    const body = { ...orderOf(randomUUID(), { providerKeys: ['fpx'] }), partnerKey: 'PALE' };
    const answer = await sendOrder(body, sign(body, { secret: sandboxSecretOf('PALE') }));
    expect(answer.code).toBe('method-unavailable');
  });

  test('row 25: names a result address of a registered origin alone', async () => {
    const body = orderOf(randomUUID(), { responseURL: 'https://evil.example/result' });
    expect((await sendOrder(body, sign(body))).code).toBe('response-url-not-registered');
  });
});

test('keys are changed without a pause: two are live side by side, and what is retired signs nothing', async () => {
  const { db, sealer } = backend.services;
  const own = { db, sealer };
  const made = await addKey(own, 'PROFILE');
  if (!made.ok) throw new Error(made.error);
  expect(await addKey(own, 'PROFILE')).toEqual({ ok: false, error: 'two-keys-live' });
  const orderWith = (keyId: string, secret: string) => {
    const body = { ...orderOf(randomUUID()), partnerKey: 'PROFILE' };
    return sendOrder(body, sign(body, { keyId, secret }));
  };
  const old = sandboxSecretOf('PROFILE');
  expect((await orderWith(sandboxKeyId, old)).status).toBe(200);
  expect((await orderWith(made.value.keyId, made.value.secret)).status).toBe(200);
  expect((await orderWith(made.value.keyId, old)).code).toBe('unsigned');
  expect((await findSigningKey(own, 'PROFILE'))?.keyId).toBe(sandboxKeyId);
  expect(await retireKey(db, 'PROFILE', sandboxKeyId)).toBe(true);
  expect((await orderWith(sandboxKeyId, old)).code).toBe('unsigned');
  expect((await findSigningKey(own, 'PROFILE'))?.keyId).toBe(made.value.keyId);
});

describe('an order that its partner asks for', () => {
  test('says how it stands', async () => {
    const { orderNumber, paymentId } = await place();
    expect((await ask(orderNumber)).body).toMatchObject({
      paymentId,
      orderNumber,
      orderState: 'open',
      status: 'open',
      amount: 13_878,
      bankRefNo: null,
    });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.say(number, 'successful');
    expect((await ask(orderNumber)).body).toMatchObject({
      orderState: 'paid',
      status: 'successful',
      paymentMethod: 'fpx',
      transactionId: number,
    });
    expect((await cancel(orderNumber)).code).toBe('payment-ended');
  });

  test('is none of another partner’s', async () => {
    const { orderNumber } = await place();
    expect((await ask(orderNumber, 'PALE')).code).toBe('unknown-order');
  });

  test('is taken back, and cannot be paid any more', async () => {
    const { orderNumber, paymentId } = await place();
    expect((await cancel(orderNumber)).body).toMatchObject({ orderState: 'cancelled', status: 'cancelled' });
    expect((await cancel(orderNumber)).status).toBe(200);
    expect((await succeed(backend, calls['payment.page'], { paymentId })).orderState).toBe('cancelled');
    expect((await cancel('unknown')).code).toBe('unknown-order');
  });
});

/** A partner's server: answers as it is told, and keeps what was signed. */
async function startPartnerServer(answer: (body: string) => { status: number; body?: string }) {
  const received: { purpose: string; body: string; nonce: string }[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const signature = readSignature(request.headers);
      const purpose = ['webhook', 'customer-check'].find(
        (name) =>
          signature !== null && isSigned(sandboxSecretOf('DEMO-SHOP'), { purpose: name, body }, signature, Date.now()),
      );
      received.push({ purpose: purpose ?? 'unsigned', body, nonce: signature?.nonce ?? '' });
      const { status, body: text } = answer(body);
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    events: () => received.map(({ body }) => webhookSchema.parse(JSON.parse(body))),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve))),
  };
}

test('what a vouched customer last paid by is known at the next order, and of nobody else', async () => {
  const known = { customer: { accountNumber: '5234567801' } };
  const first = await place(known);
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId: first.paymentId });
  const { number } = await redirectToBank(backend, refid);
  backend.fpx.say(number, 'successful');
  await ask(first.orderNumber);
  const detailsOf = async (order: object) => {
    const page = await succeed(backend, calls['payment.page'], { paymentId: (await place(order)).paymentId });
    return succeed(backend, calls['payment.customer'], { refid: page.refid });
  };
  const paidBy = await backend.store.db
    .selectFrom('attempts')
    .select('payer_email')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  expect(await detailsOf(known)).toMatchObject({ email: paidBy.payer_email, paymentMethodPreference: 'fpx' });
  expect(await detailsOf({})).toMatchObject({ email: null, paymentMethodPreference: null });
  expect(await detailsOf({ customer: { accountNumber: '5234567901' } })).toMatchObject({ email: null });
});

describe('webhooks', () => {
  test('tell of every end, signed, and say what the order look-up says', async () => {
    const shop = await startPartnerServer(() => ({ status: 204 }));
    const paid = await place({ webhookURL: `${shop.url}/hook` });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId: paid.paymentId });
    const first = await redirectToBank(backend, refid);
    backend.fpx.say(first.number, 'failed');
    await ask(paid.orderNumber);
    const second = await redirectToBank(backend, refid);
    backend.fpx.say(second.number, 'successful');
    await ask(paid.orderNumber);
    const cancelled = await place({ webhookURL: `${shop.url}/hook` });
    await cancel(cancelled.orderNumber);
    const expired = await place({ webhookURL: `${shop.url}/hook` });
    await control(backend, 'clock', { advance: 'PT16M' });
    await backend.jobs.runDue();
    expect(shop.events().map(({ event, orderNumber }) => [event, orderNumber])).toEqual(
      expect.arrayContaining([
        ['attempt.failed', paid.orderNumber],
        ['order.paid', paid.orderNumber],
        ['order.cancelled', cancelled.orderNumber],
        ['order.expired', expired.orderNumber],
      ]),
    );
    expect(shop.events()).toHaveLength(4);
    expect(new Set(shop.received.map(({ purpose }) => purpose))).toEqual(new Set(['webhook']));
    const told = shop.events().find(({ event }) => event === 'order.paid');
    expect(told).toMatchObject((await ask(paid.orderNumber)).body as object);
    await shop.close();
  });

  test('are sent again for three days with longer pauses, the same event each time, then given up and seen', async () => {
    const shop = await startPartnerServer(() => ({ status: 500 }));
    const { orderNumber } = await place({ webhookURL: `${shop.url}/hook` });
    await cancel(orderNumber);
    await backend.jobs.runDue();
    for (let step = 0; step < 20; step += 1) await control(backend, 'clock', { advance: 'PT4H' });
    expect(shop.received.length).toBeGreaterThan(12);
    expect(new Set(shop.received.map(({ nonce }) => nonce)).size).toBe(1);
    const state = () => listWebhooks(backend.store.db, 'DEMO-SHOP', true);
    const [webhook] = await state();
    expect(webhook).toMatchObject({
      event: 'order.cancelled',
      state: 'given up',
      lastFailure: 'the partner answered 500',
    });
    const tried = shop.received.length;
    await control(backend, 'clock', { advance: 'P2D' });
    expect(shop.received).toHaveLength(tried);
    expect(await sendAgain(backend.store.db, 'DEMO-SHOP', webhook!.eventId, backend.clock.now())).toBe(true);
    await backend.jobs.runDue();
    expect(shop.received).toHaveLength(tried + 1);
    await shop.close();
  });

  test('row 29: follow no redirect, and leave an origin alone that is registered no more', async () => {
    const shop = await startPartnerServer(() => ({ status: 302 }));
    const origins = (list: readonly string[]) =>
      backend.store.db
        .updateTable('partners')
        .set({ registered_origins: JSON.stringify(list) })
        .where('key', '=', 'DEMO-SHOP')
        .execute();
    const { orderNumber } = await place({ webhookURL: `${shop.url}/hook` });
    await cancel(orderNumber);
    await backend.jobs.runDue();
    expect((await listWebhooks(backend.store.db, 'DEMO-SHOP', true))[0]).toMatchObject({
      state: 'waiting',
      lastFailure: 'the partner answered 302',
    });
    await origins([]);
    await control(backend, 'clock', { advance: 'PT2M' });
    expect(shop.received).toHaveLength(1);
    expect((await listWebhooks(backend.store.db, 'DEMO-SHOP', true))[0]?.lastFailure).toBe(
      'the address is not registered',
    );
    await origins(['http://127.0.0.1:*', 'http://localhost:*']);
    await shop.close();
  });
});

test.each([
  ['http://127.0.0.1:8080/result', true],
  ['http://localhost/result', true],
  ['https://localhost/result', false],
  ['http://localhost.evil.example/', false],
  ['http://localhost@evil.example/', false],
  ['//localhost/', false],
  ['http:\\\\localhost\\', false],
  ['javascript:alert(1)', false],
  ['http://xn--lcalhost-54a.example/', false],
])('row 25: %s is registered: %s', (address, expected) => {
  expect(isRegisteredAddress(address, ['http://127.0.0.1:*', 'http://localhost:*'])).toBe(expected);
});

describe('an order of the sandbox', () => {
  const create = (more: object) =>
    control(backend, 'orders', { items: [{ name: 'Decoder', amount: 13_878 }], ...more });

  test('hands its result to the partner, signed', async () => {
    const responseURL = 'http://127.0.0.1:8080/result';
    const { paymentId } = await create({ partnerKey: 'DEMO-SHOP', responseURL, responseCode: '318' });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.say(number, 'successful');
    const { bankPaymentPageResponse } = await succeed(backend, calls['payment.result'], { refid });
    expect(bankPaymentPageResponse).toMatchObject({
      responseURL,
      responseCode: '318',
      merchantBankResponseDto: {
        paymentId,
        status: 'successful',
        amount: '13878',
        signature: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test('row 25: hands nothing to an origin that was registered once and is no more', async () => {
    const { paymentId } = await create({ partnerKey: 'PROFILE', responseURL: 'http://127.0.0.1:8080/result' });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    await backend.store.db
      .updateTable('partners')
      .set({ registered_origins: '[]' })
      .where('key', '=', 'PROFILE')
      .execute();
    const { bankPaymentPageResponse } = await succeed(backend, calls['payment.result'], { refid });
    expect(bankPaymentPageResponse).toMatchObject({ responseURL: null, merchantBankResponseDto: null });
    await backend.store.db
      .updateTable('partners')
      .set({ registered_origins: JSON.stringify(['http://127.0.0.1:*']) })
      .where('key', '=', 'PROFILE')
      .execute();
  });

  test('of KIOSK has its own references', async () => {
    const { paymentId } = await create({ partnerKey: 'KIOSK' });
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    expect([paymentId.slice(0, 2), refid.slice(0, 4)]).toEqual(['KK', 'KWEB']);
  });

  test('of PROFILE takes the customer’s id from the profile', async () => {
    const customer = { accountNumber: '1234567801', profile: [{ key: 'AccountId', value: 'user-7' }] };
    const { paymentId } = await create({ partnerKey: 'PROFILE', customer });
    const page = await succeed(backend, calls['payment.page'], { paymentId });
    expect(page.customerDetail.partneruserkey).toBe('user-7');
  });

  test('of an unknown partner is refused', async () => {
    expect(await create({ partnerKey: 'NOBODY' })).toEqual({ error: 'unknown partner' });
  });
});

describe('a customer whose token the partner wants checked', () => {
  async function visit(answer: { status: number; body?: string }, token: string | undefined, visits = 1) {
    const shop = await startPartnerServer(() => answer);
    await backend.store.db
      .updateTable('partners')
      .set({ token_check_url: `${shop.url}/token` })
      .where('key', '=', 'DEMO-SHOP')
      .execute();
    const { paymentId } = await place({ customer: { accountNumber: '2234567809', partneruserkey: 'u-1', token } });
    let cards = -1;
    for (let count = 0; count < visits; count += 1) {
      const page = await succeed(backend, calls['payment.page'], { paymentId });
      expect(page.paymentPageDto.merchantTokenValidation).toBe(true);
      cards = page.paymentPageDto.favouriteCardList.length;
    }
    await shop.close();
    return { cards, asked: shop.received };
  }
  afterAll(() =>
    backend.store.db.updateTable('partners').set({ token_check_url: null }).where('key', '=', 'DEMO-SHOP').execute(),
  );

  test('has saved cards once the partner says that it holds, and is asked for once, signed', async () => {
    const { cards, asked } = await visit({ status: 200, body: '{"valid":true}' }, 'session-7', 2);
    expect(cards).toBe(3);
    expect(asked).toMatchObject([{ purpose: 'customer-check' }]);
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ token: 'session-7', partneruserkey: 'u-1' });
  });

  test('has none when it does not, when nothing is said, and without a token', async () => {
    expect(await visit({ status: 200, body: '{"valid":false}' }, 'session-8', 2)).toMatchObject({
      cards: 0,
      asked: [{}],
    });
    expect(await visit({ status: 500 }, 'session-9', 2)).toMatchObject({ cards: 0, asked: [{}, {}] });
    expect(await visit({ status: 200, body: '{"valid":true}' }, undefined)).toEqual({ cards: 0, asked: [] });
  });

  test('leaves its token in no table', async () => {
    await visit({ status: 500 }, 'canary-token');
    const rows = await backend.store.db.selectFrom('orders').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('canary-token');
  });
});

test('row 15: a forged partneruserkey changes nothing: what is signed says who the customer is', async () => {
  const { paymentId } = await place();
  const page = await succeed(backend, calls['payment.page'], { paymentId });
  expect(page.paymentPageDto.favouriteCardList).toEqual([]);
  const query = { paymentId, partneruserkey: 'user-7', accountNumber: '2234567809' };
  const forged = await backend.app.inject({ method: 'GET', url: '/apg/payment/page', query });
  expect(forged.json()).toMatchObject({
    paymentPageDto: { favouriteCardList: [], cardsBelongTo: 'device' },
    customerDetail: { partneruserkey: null },
  });
});

test('a direct bill link is made for the biller’s own systems alone', async () => {
  const linkAs = (partnerKey: string) => {
    const body = { partnerKey, accountNumber: '1234567801', amount: 5000 };
    const headers = sign(body, { purpose: 'POST /apg/links', secret: sandboxSecretOf(partnerKey) });
    return send(backend, calls['link.create'], body, randomUUID(), headers);
  };
  expect((await linkAs('DEMO-SHOP')).code).toBe('not-allowed');
  const { url } = (await linkAs('BILLER')).body as { url: string };
  const refid = new URL(url).searchParams.get('refid')!;
  expect(await succeed(backend, calls['bill.link'], { refid })).toMatchObject({ amount: 5000 });
});

describe('saved cards', () => {
  async function pageOf(accountNumber: string) {
    const { paymentId } = await control(backend, 'orders', {
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 13_878 }],
      customer: { accountNumber },
    });
    return succeed(backend, calls['payment.page'], { paymentId });
  }

  test('are shown to a customer whom a partner vouches for', async () => {
    const { paymentPageDto: page } = await pageOf('2234567809');
    expect(page.favouriteCardList).toMatchObject([
      { cardBrand: 'visa', lastFour: '1111', isExpired: false, isOffline: false },
      { cardBrand: 'mastercard', lastFour: '4444', isExpired: true },
      { cardBrand: 'visa', lastFour: '0077', isOffline: true },
    ]);
    expect(page.maximumCardsReached).toBe(false);
    expect((await pageOf('2234567810')).paymentPageDto).toMatchObject({ maximumCardsReached: true });
  });

  test('row 16: are removed by their own customer alone', async () => {
    const own = await pageOf('3234567809');
    const other = await pageOf('4234567809');
    const uniqueCardId = own.paymentPageDto.favouriteCardList[0]!.uniqueCardId;
    expect(await refusalOf(backend, calls['card.delete'], { refid: other.refid, uniqueCardId })).toBe('unknown-card');
    expect(await succeed(backend, calls['card.delete'], { refid: own.refid, uniqueCardId })).toEqual({ uniqueCardId });
    expect((await pageOf('3234567809')).paymentPageDto.favouriteCardList).toHaveLength(2);
  });
});
