import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

const item = { items: [{ name: 'Decoder', amount: 12_900 }] };

test('row 15: the saved cards of a customer are not shown to a stranger, whatever the address says', async ({
  account,
  sandbox,
  paymentApi,
  openVisit,
}) => {
  const customer = { accountNumber: account('09'), partneruserkey: 'user-7' };
  const vouched = await sandbox.createOrder({ ...item, partnerKey: 'DEMO-SHOP', customer });
  const own = await openVisit();
  expect(await (await own.get(new URL(vouched.url).pathname + new URL(vouched.url).search)).text()).toContain('1111');

  const bare = await sandbox.createOrder({ ...item, partnerKey: 'DEMO-SHOP' });
  const stranger = await openVisit();
  const forged = new URLSearchParams({
    partneruserkey: customer.partneruserkey,
    accountNumber: customer.accountNumber,
    customer: JSON.stringify(customer),
    token: 'any',
  });
  const page = await stranger.get(`/epayment/entry?paymentId=${bare.paymentId}&${forged.toString()}`, {
    cookie: `partneruserkey=${customer.partneruserkey}; ebill-card-device=${'a'.repeat(43)}`,
  });
  expect(page.status()).toBe(200);
  expect(await page.text()).not.toMatch(/ending (1111|4444|0077)|uniqueCardId/);

  // They are not charged either: the id of a card is no authorisation.
  const [cardOfAnother = ''] = await paymentApi.savedCards(await paymentApi.findRefid(vouched.paymentId));
  const refid = await paymentApi.findRefid(bare.paymentId);
  const paid = await stranger.pay(refid, {
    selectedPaymentMethod: 'savedCard',
    uniqueCardId: cardOfAnother,
    savedCardCvv: '123',
    partneruserkey: customer.partneruserkey,
  });
  expect(paid.headers()['location']).toBe(`/epayment/entry?refid=${refid}`);
  expect((await sandbox.history(refid)).attempts).toEqual([]);
});

test('row 15: an order that vouches for a customer is accepted only from its partner', async ({ request, account }) => {
  const sign = (body: string, secret: string) => {
    const [timestamp, nonce] = [new Date().toISOString(), randomUUID()];
    const text = ['POST /apg/orders', timestamp, nonce, body].join('\n');
    const signature = createHmac('sha256', secret).update(text).digest('hex');
    return { 'x-key-id': 'sandbox', 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
  };
  const order = (accountNumber: string) =>
    JSON.stringify({
      partnerKey: 'DEMO-SHOP',
      orderNumber: randomUUID(),
      itemDescList: [{ name: 'Decoder', amount: 12_900 }],
      currencyCode: 'MYR',
      customer: { accountNumber, partneruserkey: 'user-7' },
    });
  const send = async (data: string, signed: Readonly<Record<string, string>>) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...signed };
    return (await request.post(`${stack.backend}/apg/orders`, { data, headers })).status();
  };
  const [secret, own, another] = ['sandbox-secret-of-DEMO-SHOP', order(account('01')), order(account('09'))];
  expect(await send(own, sign(own, secret))).toBe(200);
  expect(await send(another, {})).toBe(401);
  expect(await send(another, sign(own, secret))).toBe(401);
  expect(await send(another, sign(another, 'sandbox-secret-of-PALE'))).toBe(401);
});

test('row 16: the saved card of another is not removed', async ({ account, sandbox, paymentApi, openVisit }) => {
  const orderOf = async (ending: string) => {
    const customer = { accountNumber: account(ending) };
    const { paymentId } = await sandbox.createOrder({ ...item, partnerKey: 'DEMO-SHOP', customer });
    return paymentApi.findRefid(paymentId);
  };
  const [own, others] = [await orderOf('09'), await orderOf('10')];
  const [mine, foreign] = [await paymentApi.savedCards(own), await paymentApi.savedCards(others)];
  const visit = await openVisit();
  await visit.get(`/epayment/entry?refid=${own}`);
  for (const uniqueCardId of [...foreign, 'unknown', `${foreign[0]}' or '1'='1`, '../../cards']) {
    await visit.post('/api/payment/remove-card', { refid: own, uniqueCardId });
  }
  // The customer's payment, which this visit has not opened.
  await visit.post('/api/payment/remove-card', { refid: others, uniqueCardId: foreign[0] ?? '' });
  expect(await paymentApi.savedCards(others)).toEqual(foreign);
  expect(await paymentApi.savedCards(own)).toEqual(mine);
  await visit.post('/api/payment/remove-card', { refid: own, uniqueCardId: mine[0] ?? '' });
  expect(await paymentApi.savedCards(own)).toEqual(mine.slice(1));
});
