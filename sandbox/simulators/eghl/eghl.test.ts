import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sen } from '@/lib/domain/money';
import { createEghlGateway } from '@/backend/gateways/eghl/gateway';
import { computeHash } from '@/backend/gateways/eghl/hash';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
} from '../gateway-test-harness.fixture';

let harness: GatewayTestHarness;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.control('reset', {});
  harness.received.length = 0;
});

async function buildSale(provider = 'boost') {
  const order = makeOrder({ provider, payerPhone: '60121234567' });
  const begun = await harness.wallet.begin(order);
  if (!begun.ok || begun.value.kind !== 'redirect') throw new Error('not begun');
  return { order, url: begun.value.request.url, fields: { ...begun.value.request.fields } };
}

const hashed = [
  'ServiceID',
  'PaymentID',
  'MerchantReturnURL',
  'MerchantApprovalURL',
  'MerchantUnApprovalURL',
  'MerchantCallBackURL',
  'Amount',
  'CurrencyCode',
  'CustIP',
  'PageTimeout',
];

describe('the simulated eGHL', () => {
  it.each(hashed)('refuses a sale whose %s was altered', async (name) => {
    const { order, url, fields } = await buildSale();
    const page = await harness.send(url, { ...fields, [name]: name === 'Amount' ? '1.00' : `${fields[name]}1` });
    expect(page.status).toBe(400);
    expect(page.text).toContain('data-testid="refusal"');
    expect(await harness.wallet.enquire(order)).toMatchObject({ value: { status: 'unknown', amount: order.amount } });
  });

  it('refuses another payment under a used number', async () => {
    const { order, url, fields } = await buildSale();
    expect((await harness.send(url, fields)).status).toBe(200);
    const other = await harness.wallet.begin({ ...order, amount: sen(1_00) });
    if (!other.ok) throw new Error(other.error);
    expect((await harness.follow(other.value)).status).toBe(400);
  });

  it('refuses an enquiry under another password', async () => {
    const { order } = await buildSale();
    const { wallet, ...eghl } = harness.settings.eghl ?? {};
    const stranger = createEghlGateway({ ...eghl, ...wallet, password: 'x'.repeat(24), name: 'eghl' } as never);
    expect(await stranger.enquire(order)).toEqual({ ok: false, error: 'refused' });
  });

  it('reports Duplicate Payment ID for a reloaded page, and the real outcome to an enquiry', async () => {
    const { order, url, fields } = await buildSale();
    await harness.press(await harness.send(url, fields), 'return-only');
    const form = readReturnForm(await harness.send(url, fields));
    expect(form?.fields).toMatchObject({ TxnStatus: '1', TxnMessage: 'Duplicate Payment ID' });
    expect(harness.wallet.verifyReport(form?.fields ?? {})).toMatchObject({ value: { status: 'unknown' } });
    expect(await harness.wallet.enquire(order)).toMatchObject({ value: { status: 'successful' } });
  });
});

describe('the eGHL gateway', () => {
  it.each(['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'])('sends the payer of %s to eGHL', async (wallet) => {
    const { order, fields, url } = await buildSale(wallet);
    expect(url).toBe(`${harness.banksOrigin}/IPGSG/Payment.aspx`);
    expect(fields).toMatchObject({
      TransactionType: 'SALE',
      PymtMethod: 'WA',
      PaymentID: order.number,
      Amount: '138.78',
      CurrencyCode: 'MYR',
      PageTimeout: '900',
      CustPhone: '60121234567',
    });
    expect(fields.PaymentID).toHaveLength(20);
  });

  it('sends Maybank2u by direct debit', async () => {
    const begun = await harness.m2u.begin(makeOrder());
    expect(begun).toMatchObject({ value: { request: { fields: { PymtMethod: 'DD', IssuingBank: 'M2U' } } } });
    expect(harness.m2u.name).toBe('m2u');
  });

  it.each([null, '', 'paypal', 'constructor'])('refuses the wallet %p', async (provider) => {
    expect(await harness.wallet.begin(makeOrder({ provider }))).toEqual({ ok: false, error: 'refused' });
  });

  it('treats an error of eGHL as unreachable', async () => {
    const { serviceId = '', password = '' } = harness.settings.eghl ?? {};
    const order = makeOrder({ provider: 'boost' });
    const answer = {
      ServiceID: serviceId,
      PaymentID: order.number,
      Amount: '138.78',
      CurrencyCode: 'MYR',
      TxnStatus: '-2',
      TxnID: '',
    };
    const text = new URLSearchParams({ ...answer, HashValue2: computeHash('response', password, answer) }).toString();
    const asked: (string | undefined)[] = [];
    const host = createServer((request, response) => {
      asked.push(request.method);
      request.resume().on('end', () => response.end(text));
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const pageUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
    const { wallet, ...eghl } = harness.settings.eghl ?? {};
    const gateway = createEghlGateway({ ...eghl, ...wallet, pageUrl, name: 'eghl' } as never);
    expect(await gateway.enquire(order)).toEqual({ ok: false, error: 'unreachable' });
    expect(asked).toEqual(['POST']);
    host.closeAllConnections();
    host.close();
  });
});
