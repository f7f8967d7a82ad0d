import { createPrivateKey } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sen } from '@/lib/domain/money';
import { createFpxBankDirectory } from './bank-directory';
import { fpxBankNames } from './banks';
import { signMessage } from './checksum';
import { createFpxGateway } from './gateway';
import { vector } from './vector.fixture';

const order = {
  number: 'a1b2c3d4e5f6a7b8c9d0',
  amount: sen(138_78),
  description: 'Bill payment',
  payerEmail: 'payer@example.com',
  payerPhone: null,
  clientAddress: '127.0.0.1',
  paymentId: null,
  method: 'fpx' as const,
  resultRoute: '/bankResultFPX' as const,
  language: 'en',
  startedAt: '2026-11-21T01:30:05Z',
  deadline: '2026-11-21T01:45:05Z',
  provider: 'ABB0233',
};
const privateKey = createPrivateKey(vector.privateKey);

let server: Server;
let hostUrl = '';
let answer: (path: string) => { status: number; text: string };
let asked: string[] = [];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      asked.push(request.url ?? '');
      const { status, text } = answer(request.url ?? '');
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  hostUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** The published limits: rails.md. */
const limits = {
  personal: { minimum: sen(100), maximum: sen(3_000_000) },
  corporate: { minimum: sen(200), maximum: sen(100_000_000) },
};

const settings = (kind: 'personal' | 'corporate') => ({
  kind,
  hostUrl,
  sellerExId: 'EX00012345',
  sellerId: 'SE00012345',
  privateKey: vector.privateKey,
  fpxPublicKey: vector.publicKey,
  bankNames: new Map([
    ['TEST0021', 'SBI Bank A'],
    ['MB2U0227', 'Maybank (test)'],
  ]),
  limits,
  sessionMinutes: 10,
  timeoutMs: 500,
  now: Date.now,
});

describe('the FPX gateway', () => {
  it('redirects the payer to the configured FPX host', async () => {
    const gateway = createFpxGateway({ ...settings('personal'), hostUrl: 'https://fpx.example' });
    const begun = await gateway.begin(order);
    expect(begun).toMatchObject({
      value: {
        kind: 'redirect',
        request: {
          url: 'https://fpx.example/FPXMain/seller2DReceiver.jsp',
          method: 'POST',
          fields: { fpx_msgToken: '01', fpx_sellerExOrderNo: order.number, fpx_checkSum: vector.checksum },
        },
      },
    });
    expect(createFpxGateway(settings('corporate')).name).toBe('fpxCorporate');
  });

  it.each([
    ['personal', 99, false],
    ['personal', 100, true],
    ['personal', 30_000_00, true],
    ['personal', 30_000_01, false],
    ['corporate', 199, false],
    ['corporate', 200, true],
    ['corporate', 1_000_000_00, true],
    ['corporate', 1_000_000_01, false],
  ] as const)('accepts a payment by %s banking of %d sen: %s', async (kind, amount, taken) => {
    const begun = await createFpxGateway(settings(kind)).begin({ ...order, amount: sen(amount), provider: 'RHB0218' });
    expect(begun).toMatchObject(taken ? { ok: true } : { ok: false, error: 'refused' });
  });

  it('has the limits of its deployment', async () => {
    const personal = { minimum: sen(500), maximum: sen(6_000_000) };
    const gateway = createFpxGateway({ ...settings('personal'), limits: { ...limits, personal } });
    expect(gateway.limits).toEqual(personal);
    const begun = [499, 500, 6_000_000, 6_000_001].map((amount) => gateway.begin({ ...order, amount: sen(amount) }));
    expect((await Promise.all(begun)).map(({ ok }) => ok)).toEqual([false, true, true, false]);
    expect(createFpxGateway(settings('corporate')).limits).toEqual(limits.corporate);
  });

  it.each([null, '', 'no bank', 'constructor', 'A|B', 'A'.repeat(21)])('refuses the bank %p', async (provider) => {
    const begun = await createFpxGateway(settings('personal')).begin({ ...order, provider });
    expect(begun).toEqual({ ok: false, error: 'refused' });
  });

  it.each(['TEST0021', 'TEST0022', 'TEST0023'])('begins a payment at the test bank %s', async (provider) => {
    const begun = await createFpxGateway(settings('personal')).begin({ ...order, provider });
    expect(begun).toMatchObject({ value: { request: { fields: { fpx_buyerBankId: provider } } } });
  });

  it.each([
    ['an error', 500, 'ERROR', 'unreachable'],
    ['a bare word', 200, 'ERROR', 'unreachable'],
    ['two bare words', 200, 'PROCESSING ERROR', 'unreachable'],
    ['a refusal', 400, 'ERROR', 'refused'],
    ['a redirect', 302, '', 'unreachable'],
    ['unsigned fields', 200, 'fpx_msgType=AC&fpx_debitAuthCode=00', 'unreachable'],
  ])('rejects %s as a response', async (_, status, text, error) => {
    answer = () => ({ status, text });
    expect(await createFpxGateway(settings('personal')).enquire(order)).toEqual({ ok: false, error });
  });

  it('rejects a response about another payment', async () => {
    const other = signMessage(
      'AC',
      {
        ...{ fpx_msgType: 'AC', fpx_msgToken: '01', fpx_sellerExId: 'EX00012345', fpx_sellerId: 'SE00012345' },
        ...{ fpx_sellerExOrderNo: 'b'.repeat(20), fpx_sellerOrderNo: 'b'.repeat(20) },
        ...{ fpx_txnAmount: '138.78', fpx_txnCurrency: 'MYR', fpx_debitAuthCode: '00' },
        ...{ fpx_fpxTxnId: '2611210930050001', fpx_fpxTxnTime: '20261121093105' },
      },
      privateKey,
    );
    answer = () => ({ status: 200, text: `\r\n${new URLSearchParams(other)}\r\n` });
    const gateway = createFpxGateway(settings('personal'));
    expect(await gateway.enquire(order)).toEqual({ ok: false, error: 'unreachable' });
    expect(await gateway.enquire({ ...order, number: 'b'.repeat(20) })).toMatchObject({
      value: { status: 'successful' },
    });
  });

  it.each(['45', 'XN'])('does not take %s, about a repeated request, for a status of the payment', async (code) => {
    const duplicate = signMessage(
      'AC',
      {
        ...{ fpx_msgType: 'AC', fpx_msgToken: '01', fpx_sellerExId: 'EX00012345', fpx_sellerId: 'SE00012345' },
        ...{ fpx_sellerExOrderNo: order.number, fpx_sellerOrderNo: order.number },
        ...{ fpx_txnAmount: '138.78', fpx_txnCurrency: 'MYR', fpx_debitAuthCode: code },
      },
      privateKey,
    );
    answer = () => ({ status: 200, text: new URLSearchParams(duplicate).toString() });
    const gateway = createFpxGateway(settings('personal'));
    expect(await gateway.enquire(order)).toEqual({ ok: false, error: 'unreachable' });
    expect(gateway.verifyReport(duplicate)).toMatchObject({ value: { status: 'unknown', reasonCode: code } });
  });

  it('returns unreachable when the connection fails', async () => {
    const gateway = createFpxGateway({ ...settings('personal'), hostUrl: 'http://127.0.0.1:1' });
    expect(await gateway.enquire(order)).toEqual({ ok: false, error: 'unreachable' });
  });

  it('reads a valid order number of an unsigned return only', () => {
    const gateway = createFpxGateway(settings('personal'));
    expect(gateway.readNumber({ fpx_sellerExOrderNo: order.number })).toBe(order.number);
    expect(gateway.readNumber({ fpx_sellerExOrderNo: "' or 1=1" })).toBeNull();
    expect(gateway.readNumber({})).toBeNull();
  });
});

describe('the bank directory', () => {
  let now = 0;
  const open = () => createFpxBankDirectory({ ...settings('personal'), now: () => now });
  const seal = (list: string, token = '01', type = 'BC') =>
    signMessage(
      'BC',
      { fpx_bankList: list, fpx_msgToken: token, fpx_msgType: type, fpx_sellerExId: 'EX00012345' },
      privateKey,
    );
  const offlineIn = (banks: readonly { id: string; isOnline: boolean }[]) =>
    banks.filter(({ isOnline }) => !isOnline).map(({ id }) => id);

  beforeEach(() => {
    now = Date.parse('2026-11-21T00:00:00Z');
  });

  it('lists every bank, also offline ones, and treats an unlisted bank as online', async () => {
    answer = () => ({
      status: 200,
      text: `\n${new URLSearchParams(seal('ABB0233~A,RHB0218~B,UOB0226~X'))}\n`,
    });
    const banks = await open().listBanks('personal');
    expect(banks).toHaveLength(Object.keys(fpxBankNames.personal).length);
    expect(offlineIn(banks)).toEqual(['RHB0218', 'UOB0226']);
    expect(banks[0]).toEqual({ id: 'ABB0233', name: 'Affin Bank', isOnline: true });
  });

  // go-live.md: the test banks come with the list, names by configuration, and an unknown id is shown by its id.
  it("lists what only FPX's list has, by its configured name or its id", async () => {
    answer = () => ({
      status: 200,
      text: new URLSearchParams(seal('TEST0021~A,TEST0022~A,TEST0023~B,MB2U0227~A,bad id~A,~A')).toString(),
    });
    const banks = await open().listBanks('personal');
    expect(banks).toHaveLength(Object.keys(fpxBankNames.personal).length + 3);
    expect(banks.filter(({ id }) => id.startsWith('TEST'))).toEqual([
      { id: 'TEST0021', name: 'SBI Bank A', isOnline: true },
      { id: 'TEST0022', name: 'TEST0022', isOnline: true },
      { id: 'TEST0023', name: 'TEST0023', isOnline: false },
    ]);
    expect(banks).toContainEqual({ id: 'MB2U0227', name: 'Maybank (test)', isOnline: true });
  });

  it('reads a list whose signature covers the encoded text', async () => {
    const encoded = encodeURIComponent('ABB0233~B,RHB0218~A').replaceAll('~', '%7E');
    const { fpx_checkSum: checksum } = seal(encoded);
    answer = () => ({
      status: 200,
      text: `fpx_bankList=${encoded}&fpx_msgToken=01&fpx_msgType=BC&fpx_sellerExId=EX00012345&fpx_checkSum=${checksum}`,
    });
    expect(offlineIn(await open().listBanks('personal'))).toEqual(['ABB0233']);
  });

  it.each([
    ['altered', () => ({ ...seal('ABB0233~A'), fpx_bankList: 'ABB0233~B' })],
    ['of the other kind', () => seal('ABB0233~B', '02')],
    ['of another type', () => seal('ABB0233~B', '01', 'AC')],
  ])('rejects a list that is %s', async (_, build) => {
    answer = () => ({ status: 200, text: new URLSearchParams(build()).toString() });
    expect(offlineIn(await open().listBanks('personal'))).toEqual([]);
  });
});
