import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { signMessage } from '../backend/partners/signature';
import { send, startTestBackend, succeed, testOperatorKey, type TestBackend } from '../backend/test-backend.fixture';
import { createOperatorClient } from './operator-client';
import { runPartnerCommand } from './partner-command';

let backend: TestBackend;
let address: string;

beforeAll(async () => {
  backend = await startTestBackend();
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => backend.close());

const as = (key: string) => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: key });
const ops = (...parameters: string[]) => runPartnerCommand(as(testOperatorKey), parameters);

test('registers a partner, adds a key, and accepts its first order', async () => {
  await ops(
    'set',
    'NEW-SHOP',
    '--name',
    'New Shop',
    '--origin',
    'https://shop.example',
    '--maximum',
    '50000',
    '--method',
    'fpx',
  );
  const { keyId, secret } = (await ops('key', 'NEW-SHOP')) as { keyId: string; secret: string };
  const order = (amount: number) => {
    const body = {
      partnerKey: 'NEW-SHOP',
      orderNumber: randomUUID(),
      itemDescList: [{ name: 'Book', amount }],
      currencyCode: 'MYR',
      responseURL: 'https://shop.example/result',
    };
    const freshness = { timestamp: new Date().toISOString(), nonce: randomUUID() };
    const signature = signMessage(secret, { purpose: 'POST /apg/orders', body: JSON.stringify(body) }, freshness);
    return send(backend, calls['order.create'], body, randomUUID(), {
      'x-key-id': keyId,
      'x-timestamp': freshness.timestamp,
      'x-nonce': freshness.nonce,
      'x-signature': signature,
    });
  };
  expect((await order(50_000)).status).toBe(200);
  expect((await order(50_001)).code).toBe('amount-not-allowed');
  expect(await ops('list')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'NEW-SHOP', providerKeys: ['fpx'], keys: [expect.objectContaining({ keyId })] }),
    ]),
  );
  expect(JSON.stringify(await ops('list'))).not.toContain(secret);
  // Omitted settings stay as they are.
  await ops('set', 'NEW-SHOP', '--color', '#123456');
  expect((await order(50_000)).status).toBe(200);
  await expect(ops('set', 'NEW-SHOP', '--minimum', '50001')).rejects.toThrow('the minimum is above the maximum');
  await ops('retire', 'NEW-SHOP', keyId);
  expect((await order(50_000)).code).toBe('unsigned');
});

test('sets what receipts say of a seller, and removes what is set to nothing', async () => {
  const named = ['--registration-number', '202601000001', '--address', '1 Jalan Contoh, 50000 Kuala Lumpur'];
  const reached = ['--support-email', 'hello@shop.example', '--support-phone', '+60312345678'];
  expect(await ops('set', 'SELLER', ...named, ...reached, '--statement', 'EBILL*SHOP')).toMatchObject({
    ...{ registrationNumber: '202601000001', address: '1 Jalan Contoh, 50000 Kuala Lumpur' },
    ...{ supportEmail: 'hello@shop.example', supportPhone: '+60312345678', statementText: 'EBILL*SHOP' },
  });
  const kept = { registrationNumber: '202601000001', supportPhone: null };
  expect(await ops('set', 'SELLER', '--support-phone', '')).toMatchObject(kept);
});

test.each([
  [['set', 'SHOP', '--support-phone', '03-1234 5678']],
  [['set', 'SHOP', '--support-email', 'nobody']],
  [['set', 'SHOP', '--address', '1 Jalan\nContoh']],
  [['set', 'SHOP', '--origin', 'http://shop.example']],
  [['set', 'SHOP', '--origin', 'https://shop.example/path']],
  [['set', 'SHOP', '--origin', 'https://user@shop.example']],
  [['set', 'SHOP', '--origin', 'javascript:alert(1)']],
  [['set', 'SHOP', '--webhook', 'http://169.254.169.254/']],
  [['set', 'SHOP', '--color', 'red;}body{display:none']],
  [['set', 'SHOP', '--logo', 'data:text/html,x']],
  [['set', 'no key']],
  [['set', 'SHOP', '--surprise']],
  [['retire', 'DEMO-SHOP', 'unknown']],
  [['resend', 'DEMO-SHOP', 'unknown']],
  [['unknown']],
])('row 27: refuses partner %j with a one-line message', async (parameters) => {
  await expect(ops(...parameters)).rejects.toThrow(/./);
  expect(JSON.stringify(await ops('list'))).not.toContain('"SHOP"');
});

test('auto-debit texts can be set in each language, and fall back to English', async () => {
  const titleIn = async (language: 'en' | 'ms') =>
    (await succeed(backend, calls['partner.get'], { partnerKey: 'WORDS', language })).autoDebitPopupTitle;
  await ops('set', 'WORDS', '--auto-debit-title', 'Ours', '--auto-debit-thanks-ms', 'Terima kasih');
  expect([await titleIn('en'), await titleIn('ms')]).toEqual(['Ours', 'Ours']);
  await ops('set', 'WORDS', '--auto-debit-title-ms', 'Kami');
  expect([await titleIn('en'), await titleIn('ms')]).toEqual(['Ours', 'Kami']);
  await ops('set', 'WORDS', '--name', 'Words', '--auto-debit-title-ms', '');
  expect([await titleIn('en'), await titleIn('ms')]).toEqual(['Ours', 'Ours']);
  await expect(ops('set', 'WORDS', '--auto-debit-title', 'x'.repeat(201))).rejects.toThrow('autoDebitTexts.en.title');
});

test('refuses a wrong operator key', async () => {
  await expect(runPartnerCommand(as('x'.repeat(40)), ['list'])).rejects.toThrow('not an operator');
  const withoutKey = await startTestBackend({ operatorKey: null });
  expect((await withoutKey.app.inject({ url: '/operator/partners' })).statusCode).toBe(404);
  await withoutKey.close();
});
