import { createHash, randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { sandboxKeyId, sandboxSecretOf } from '../../sandbox/services/partners';
import { redirectToBank, errorCodeOf, freshAccount, send, setUpTestBackend, succeed } from '../test-backend.fixture';
import { addKey, findSigningKey, retireKey } from './keys';
import { isRegisteredUrl } from './model';
import { createPartnerClient, orderOf, sign } from './partner-client.fixture';

const backend = setUpTestBackend();
const { sendOrder, place, ask, cancel } = createPartnerClient(backend);

describe('a signed order', () => {
  test('creates a payment of its lines, the same one for the same number', async () => {
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

  describe('is compared as it was sent', () => {
    const written = {
      partnerKey: 'DEMO-SHOP',
      currencyCode: 'MYR',
      itemDescList: [{ name: 'Decoder', amount: 12_900 }],
    };

    test.each([
      ['a default that is written out', { isEpp: false }],
      ['an empty list that may be left out', { additionalChargesList: [] }],
      ['a field that this release does not read', { giftMessage: 'Happy birthday' }],
    ])('%s makes it another order, and another request', async (_what, more) => {
      const key = randomUUID();
      const body = { ...written, orderNumber: randomUUID() };
      expect((await sendOrder(body, sign(body), key)).status).toBe(200);
      const other = { ...body, ...more };
      expect(await sendOrder(other, sign(other))).toMatchObject({ status: 422, code: 'order-number-reused' });
      expect(await sendOrder(other, sign(other), key)).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
    });

    test('fields in another sequence make it the same order, and the same request', async () => {
      const key = randomUUID();
      const body = {
        ...written,
        orderNumber: randomUUID(),
        customer: { accountNumber: '5234567801', email: 'a@b.my' },
      };
      const sameBody = {
        ...{ customer: { email: 'a@b.my', accountNumber: '5234567801' }, orderNumber: body.orderNumber },
        ...{ itemDescList: [{ amount: 12_900, name: 'Decoder' }], currencyCode: 'MYR', partnerKey: 'DEMO-SHOP' },
      };
      const first = await sendOrder(body, sign(body), key);
      expect(first.status).toBe(200);
      expect(await sendOrder(sameBody, sign(sameBody))).toEqual(first);
      expect(await sendOrder(sameBody, sign(sameBody), key)).toEqual(first);
    });

    /** What the release before stores: it has a digest of the parsed request only. */
    async function forgetSentDigests() {
      await backend.store.db.updateTable('orders').set({ partner_order_sent_digest: null }).execute();
      await backend.store.db.updateTable('idempotency_keys').set({ sent_digest: null }).execute();
    }

    test('during an upgrade: one that the release before has stored is known', async () => {
      const key = randomUUID();
      const body = { ...written, orderNumber: randomUUID() };
      const other = { ...body, isEpp: true };
      const first = await sendOrder(body, sign(body), key);
      await forgetSentDigests();
      expect(await sendOrder(body, sign(body))).toEqual(first);
      expect(await sendOrder(body, sign(body), key)).toEqual(first);
      expect((await sendOrder(other, sign(other))).code).toBe('order-number-reused');
      expect((await sendOrder(other, sign(other), key)).code).toBe('idempotency-key-reused');
    });

    test('during an upgrade: the release before finds what it compares', async () => {
      const orderNumber = randomUUID();
      const key = randomUUID();
      const body = { ...written, orderNumber };
      await sendOrder(body, sign(body), key);
      // As release 1 writes it: each field of the contract in its sequence, with defaults.
      const parsed = {
        ...{ isEpp: false, partnerKey: 'DEMO-SHOP', orderNumber, itemDescList: [{ name: 'Decoder', amount: 12_900 }] },
        ...{ additionalChargesList: [], currencyCode: 'MYR' },
      };
      const digest = createHash('sha256').update(JSON.stringify(parsed)).digest('base64url');
      const { db } = backend.store;
      const order = db
        .selectFrom('orders')
        .select('partner_order_digest')
        .where('partner_key', '=', 'DEMO-SHOP')
        .where('partner_order_number', '=', orderNumber);
      expect(await order.executeTakeFirst()).toEqual({ partner_order_digest: digest });
      const stored = db
        .selectFrom('idempotency_keys')
        .select('body_digest')
        .where('call', '=', 'order.create')
        .where('key', '=', `partner DEMO-SHOP ${key}`);
      expect(await stored.executeTakeFirst()).toEqual({ body_digest: digest });
    });

    test('in the next releases: what is stored now is known without the digest of the parsed request', async () => {
      const key = randomUUID();
      const body = { ...written, orderNumber: randomUUID() };
      const first = await sendOrder(body, sign(body), key);
      // A release that parses otherwise computes another digest.
      await backend.store.db.updateTable('orders').set({ partner_order_digest: 'of another release' }).execute();
      await backend.store.db.updateTable('idempotency_keys').set({ body_digest: 'of another release' }).execute();
      expect(await sendOrder(body, sign(body))).toEqual(first);
      expect(await sendOrder(body, sign(body), key)).toEqual(first);
    });
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

  test('names the account that it pays under the signature, and is another order with another account', async () => {
    const [one, other] = [freshAccount(), freshAccount()];
    const body = orderOf(randomUUID(), { billAccount: one });
    const forged = { ...body, billAccount: other };
    expect(await sendOrder(forged, sign(body))).toMatchObject({ status: 401, code: 'unsigned' });
    expect((await sendOrder(body, sign(body))).status).toBe(200);
    expect((await sendOrder(forged, sign(forged))).code).toBe('order-number-reused');
  });

  test.each([
    ['unknown', '40', 'unknown-account'],
    ['closed', '41', 'account-closed'],
    ['blacklisted', '43', 'account-blacklisted'],
    ['being paid', '44', 'already-processing'],
  ])('of a bill account that is %s is refused', async (_name, ending, code) => {
    const body = orderOf(randomUUID(), { billAccount: freshAccount(ending) });
    expect(await sendOrder(body, sign(body))).toMatchObject({ status: 422, code });
    const customer = { customer: { accountNumber: freshAccount(ending) } };
    const ofCustomer = orderOf(randomUUID(), customer);
    expect((await sendOrder(ofCustomer, sign(ofCustomer))).status).toBe(200);
  });

  test('row 9: is created under an idempotency key that another partner has used', async () => {
    const key = randomUUID();
    const [one, other] = [orderOf('K-1'), orderOf('K-1', { partnerKey: 'PALE' })];
    const first = await sendOrder(one, sign(one), key);
    const second = await sendOrder(other, sign(other, { secret: sandboxSecretOf('PALE') }), key);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).not.toEqual(first.body);
    expect((await sendOrder(one, sign(one), key)).body).toEqual(first.body);
  });

  test('that is replayed is unsigned', async () => {
    const body = orderOf(randomUUID());
    const headers = sign(body);
    const answers = await Promise.all(Array.from({ length: 5 }, () => sendOrder(body, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'unsigned')).toHaveLength(4);
  });

  test('is not returned to a caller who only repeats its idempotency key', async () => {
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

  test('offers the requested methods that its partner may offer', async () => {
    const { paymentId } = await place({ providerKeys: ['fpx', 'newCard'] });
    const page = await succeed(backend, calls['payment.page'], { paymentId });
    expect(page.paymentPageDto.providerKeys).toEqual(['newCard', 'fpx']);
    expect(
      await errorCodeOf(backend, calls['payment.init'], {
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

  test('row 25: requires a result address on a registered origin', async () => {
    const body = orderOf(randomUUID(), { responseURL: 'https://evil.example/result' });
    expect((await sendOrder(body, sign(body))).code).toBe('response-url-not-registered');
  });

  test.each(['', null])('takes the result address %j as none', async (responseURL) => {
    const body = orderOf(randomUUID(), { responseURL, webhookURL: responseURL });
    expect((await sendOrder(body, sign(body))).status).toBe(200);
  });
});

test('keys are rotated without downtime: two are active, and a retired one is not accepted', async () => {
  const { db, encryption } = backend.services;
  const own = { db, encryption };
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

describe('an order read by its partner', () => {
  test('has its status', async () => {
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
    backend.fpx.setStatus(number, 'successful');
    expect((await ask(orderNumber)).body).toMatchObject({
      orderState: 'paid',
      status: 'successful',
      paymentMethod: 'fpx',
      transactionId: number,
    });
    expect((await cancel(orderNumber)).code).toBe('payment-ended');
  });

  test('is unknown to another partner', async () => {
    const { orderNumber } = await place();
    expect((await ask(orderNumber, 'PALE')).code).toBe('unknown-order');
  });

  test('can be cancelled, and not be paid any more', async () => {
    const { orderNumber, paymentId } = await place();
    expect((await cancel(orderNumber)).body).toMatchObject({ orderState: 'cancelled', status: 'cancelled' });
    expect((await cancel(orderNumber)).status).toBe(200);
    expect((await succeed(backend, calls['payment.page'], { paymentId })).orderState).toBe('cancelled');
    expect((await cancel('unknown')).code).toBe('unknown-order');
  });

  test('can be cancelled while the payer is at the bank, with a history entry', async () => {
    const { orderNumber, paymentId } = await place();
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    await redirectToBank(backend, refid);
    expect((await cancel(orderNumber)).body).toMatchObject({ orderState: 'cancelled' });
    const history = await backend.store.db
      .selectFrom('payment_history')
      .select(['moved_by', 'detail'])
      .where('order_refid', '=', refid)
      .where('state', '=', 'cancelled')
      .execute();
    expect(history.map(({ moved_by }) => moved_by)).toEqual(['partner', 'partner']);
    expect(history.map(({ detail }) => detail)).toContain('taken back');
  });
});

test('the last method of an identified customer is known at the next order, and of nobody else', async () => {
  const known = { customer: { accountNumber: '5234567801' } };
  const first = await place(known);
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId: first.paymentId });
  const { number } = await redirectToBank(backend, refid);
  backend.fpx.setStatus(number, 'successful');
  await ask(first.orderNumber);
  const detailsOf = async (order: object) => {
    const page = await succeed(backend, calls['payment.page'], { paymentId: (await place(order)).paymentId });
    return succeed(backend, calls['payment.customer'], { refid: page.refid });
  };
  expect(await detailsOf(known)).toMatchObject({ paymentMethodPreference: 'fpx' });
  expect(await detailsOf({})).toMatchObject({ paymentMethodPreference: null });
  const other = { customer: { accountNumber: '5234567901' } };
  expect(await detailsOf(other)).toMatchObject({ paymentMethodPreference: null });
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
  // A page of the same scheme takes these for paths of its own site (WHATWG URL, "special relative or authority state").
  ['http:/localhost/../api/payment/cancel', false],
  ['http:localhost/result', false],
  ['http://xn--lcalhost-54a.example/', false],
])('row 25: %s is registered: %s', (address, expected) => {
  expect(isRegisteredUrl(address, ['http://127.0.0.1:*', 'http://localhost:*'])).toBe(expected);
});

test('row 15: a forged partneruserkey has no effect: only the signed customer counts', async () => {
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

test('only the biller’s own systems can create a direct bill link', async () => {
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
