import { randomUUID } from 'node:crypto';
import { createPartnerClient, orderOf, sign } from '../partners/partner-client.fixture';
import { calls } from '@/lib/contract/calls';
import { success } from '@/lib/domain/result';
import {
  postCallback,
  postReturn,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
  succeed,
  testOperatorKey,
} from '../test-backend.fixture';

const backend = setUpTestBackend();
const { sendOrder } = createPartnerClient(backend);

const texts = ['a\0b', '\u001b[31m', '\u007f', 'half of a pair \ud83d', '\udc00'];

describe.each(texts)('the text %j', (text) => {
  test.each([
    ['order number', { orderNumber: text }],
    ['product name', { productname: text }],
    ['item', { itemDescList: [{ name: text, amount: 10_000 }] }],
    ['user key', { customer: { accountNumber: '1234567801', partneruserkey: text } }],
    ['profile', { customer: { accountNumber: '1234567801', profile: [{ key: 'k', value: text }] } }],
    ['token', { customer: { accountNumber: '1234567801', token: text } }],
    ['response code', { responseCode: text }],
    ['field that is not in the contract', { more: { [text]: 1 } }],
  ])('row 37: is refused as the %s of an order', async (_field, changes) => {
    const body = orderOf(randomUUID(), changes);
    expect(await sendOrder(body, sign(body))).toMatchObject({ status: 400, code: 'invalid-request' });
  });

  test('row 37: is refused in a query, a path and an operator’s call', async () => {
    const encoded = text.replace(/[^ -~]/g, (character) =>
      character > '\u00ff' ? '%00' : `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const json = { 'content-type': 'application/json', authorization: `Bearer ${testOperatorKey}` };
    const calls = [
      { method: 'GET', url: `/apg/orders?partnerKey=DEMO-SHOP&orderNumber=${encoded}` },
      { method: 'POST', url: `/callbacks/${encoded}`, payload: 'a=b', headers: form },
      { method: 'POST', url: '/operator/review/1/close', payload: JSON.stringify({ note: text }), headers: json },
    ] as const;
    for (const call of calls) expect((await backend.app.inject(call)).statusCode).toBe(400);
  });
});

const channels = {
  return: async (fields: Record<string, string>) => (await postReturn(backend, fields)).status,
  callback: async (fields: Record<string, string>) => (await postCallback(backend, fields)).statusCode,
};

describe.each(['return', 'callback'] as const)('a genuine %s', (channel) => {
  test.each(['AHMAD BIN ALI\0\0', 'AHMAD\u001a', '\u007f'])(
    'row 37: with %j in a field that is not stored settles its payment',
    async (text) => {
      const { refid, number } = await redirectToBank(backend);
      backend.fpx.setStatus(number, 'successful');
      const fields = { ...backend.fpx.sign(number, 'successful'), fpx_buyerName: text };
      expect(await channels[channel](fields)).toBe(200);
      const { credits } = await sandboxControl(backend, 'ledger');
      expect(credits).toHaveLength(1);
      expect(await statusOf(backend, refid)).toBe('successful');
    },
  );

  test('row 37: with a NUL in its number is of no payment', async () => {
    const { number } = await redirectToBank(backend);
    const fields = { ...backend.fpx.sign(number, 'successful'), number: `${number}\0` };
    expect(await channels[channel](fields)).toBe(404);
  });

  test('row 37: with a control character in a field that is stored changes nothing', async () => {
    const { number } = await redirectToBank(backend);
    const { verifyReport } = backend.fpx;
    jest.spyOn(backend.fpx, 'verifyReport').mockImplementationOnce((fields) => {
      const report = verifyReport.call(backend.fpx, fields);
      return report.ok ? success({ ...report.value, gatewayReference: 'a\0b' }) : report;
    });
    const status = await channels[channel](backend.fpx.sign(number, 'successful'));
    expect(status).toBe(channel === 'return' ? 200 : 403);
    expect((await sandboxControl(backend, 'ledger')).credits).toEqual([]);
  });
});

test.each(['two\nlines\tand\r\nmore', 'Kedai Dobi 洗衣店 😀', 'C1 of another encoding \u0085'])(
  'the text %j is accepted',
  async (productname) => {
    const body = orderOf(randomUUID(), { productname });
    expect((await sendOrder(body, sign(body))).status).toBe(200);
  },
);

test('row 55: an order’s names are shown without characters that change how others are shown', async () => {
  const body = orderOf(randomUUID(), {
    productname: 'Decoder \u202egpj.exe',
    itemDescList: [{ name: '\u202e\u009b', amount: 10_000 }],
  });
  const { paymentId } = (await sendOrder(body, sign(body))).body as { paymentId: string };
  const { paymentPageDto } = await succeed(backend, calls['payment.page'], { paymentId });
  expect(paymentPageDto.productname).toBe('Decoder gpj.exe');
  expect(paymentPageDto.itemDescList.map(({ name }) => name)).toEqual(['Demo Shop']);
});

test('row 49: a body nested as deep as it can be is refused, and breaks nothing', async () => {
  const payload = '['.repeat(30_000) + ']'.repeat(30_000);
  const headers = { 'content-type': 'application/json' };
  const response = await backend.app.inject({ method: 'POST', url: '/apg/orders', payload, headers });
  expect(response.statusCode).toBe(400);
  expect(await sandboxControl(backend, 'reset')).toBeDefined();
});
