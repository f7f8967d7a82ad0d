import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { sandboxSecretOf } from '../sandbox/partners';
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
import { signOrder } from './signature';

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

function sign(body: object, { secret = sandboxSecretOf('DEMO-SHOP'), at = new Date(), nonce = randomUUID() } = {}) {
  const timestamp = at.toISOString();
  const signature = signOrder(secret, timestamp, nonce, JSON.stringify(body));
  return { 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}

const sendOrder = (body: object, headers: Record<string, string>) =>
  send(backend, calls['order.create'], body, randomUUID(), headers);

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

  test('names a result address of a registered origin alone', async () => {
    const body = orderOf(randomUUID(), { responseURL: 'https://evil.example/result' });
    expect((await sendOrder(body, sign(body))).code).toBe('response-url-not-registered');
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
])('%s is registered: %s', (address, expected) => {
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

  test('are removed by their own customer alone', async () => {
    const own = await pageOf('3234567809');
    const other = await pageOf('4234567809');
    const uniqueCardId = own.paymentPageDto.favouriteCardList[0]!.uniqueCardId;
    expect(await refusalOf(backend, calls['card.delete'], { refid: other.refid, uniqueCardId })).toBe('unknown-card');
    expect(await succeed(backend, calls['card.delete'], { refid: own.refid, uniqueCardId })).toEqual({ uniqueCardId });
    expect((await pageOf('3234567809')).paymentPageDto.favouriteCardList).toHaveLength(2);
  });
});
