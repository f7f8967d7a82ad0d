import { createFpxBankDirectory } from '../../backend/gateways/fpx/bank-directory';
import { signMessage } from '../../backend/gateways/fpx/checksum';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sen } from '@/lib/domain/money';
import { createAcquirerGateway } from '../../backend/gateways/acquirer/gateway';
import { signRequest } from '../../backend/gateways/signed-messages';
import { fpxBankNames } from '../../backend/gateways/fpx/banks';
import { cardScenarios } from '../scenarios/cards';
import { listFpxBanks } from './fpx/banks';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
} from './gateway-test-harness.fixture';

let harness: GatewayTestHarness;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.control('reset', {});
  harness.received.length = 0;
});

async function buildRequest() {
  const order = makeOrder({ provider: 'MB2U0227' });
  const begun = await harness.fpx.begin(order);
  if (!begun.ok || begun.value.kind !== 'redirect') throw new Error('not begun');
  return { order, ...begun.value.request };
}

describe('the simulated FPX', () => {
  it('refuses a payment request with any field altered or missing, and does not know the payment', async () => {
    const { order, url, fields } = await buildRequest();
    for (const name of Object.keys(fields)) {
      const altered = { ...fields, [name]: name === 'fpx_txnAmount' ? '1.00' : `${fields[name]}1` };
      const { [name]: _, ...stripped } = fields;
      for (const message of [altered, stripped]) {
        const page = await harness.send(url, message);
        expect([name, page.status]).toEqual([name, 400]);
        expect(page.text).toContain('data-testid="refusal"');
      }
    }
    expect(await harness.fpx.enquire(order)).toMatchObject({
      value: { status: 'unknown', reasonCode: '76', number: order.number, amount: order.amount },
    });
  });

  // rails.md: the code says that our number was used before, and nothing about the payment.
  it.each([
    [null, 'unknown'],
    ['approve', 'successful'],
    ['decline', 'failed'],
  ])('answers a repeated request by code 45, and an enquiry by the state after %p', async (button, status) => {
    const { order, url, fields } = await buildRequest();
    const page = await harness.send(url, { ...fields });
    if (button !== null) await harness.press(page, button);
    const form = readReturnForm(await harness.send(url, { ...fields }));
    expect(form?.action).toContain('/bankResultFPX');
    expect(form?.fields).toMatchObject({ fpx_msgType: 'AC', fpx_debitAuthCode: '45' });
    expect(harness.fpx.verifyReport(form?.fields ?? {})).toMatchObject({ value: { status: 'unknown' } });
    expect(await harness.fpx.enquire(order)).toMatchObject({ value: { status } });
  });

  it('refuses an altered enquiry and bank-list message', async () => {
    const { fields } = await buildRequest();
    for (const path of ['sellerNVPTxnStatus.jsp', 'RetrieveBankList']) {
      const page = await harness.send(`${harness.banksOrigin}/FPXMain/${path}`, { ...fields });
      expect(page).toMatchObject({ status: 400, text: 'ERROR' });
    }
  });

  it('gives each payment its own transaction id, even within one second', async () => {
    const begun = await Promise.all(Array.from({ length: 250 }, buildRequest));
    const ids = await Promise.all(
      begun.map(async ({ order, url, fields }) => {
        await harness.send(url, { ...fields });
        const known = await fetch(`${harness.banksOrigin}/control/payments/${order.number}`);
        const { reference } = (await known.json()) as { reference: string };
        expect(reference).toMatch(/^\d{16}$/);
        return reference;
      }),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ['personal', false],
    ['corporate', true],
  ] as const)('lists the %s banks of the gateway', (kind, isCorporate) => {
    expect(listFpxBanks(isCorporate, false)).toEqual(fpxBankNames[kind]);
  });

  // go-live.md: the banks of FPX's test environment come with its list.
  it.each(['TEST0021', 'TEST0022', 'TEST0023'])(
    'lists the test bank %s of its test environment, and it is paid there',
    async (bankId) => {
      const uat = await openGatewayTestHarness([5], { hasFpxTestBanks: true });
      const directory = createFpxBankDirectory({ ...uat.settings.fpx, now: Date.now });
      expect(await directory.listBanks('personal')).toContainEqual({ id: bankId, name: bankId, isOnline: true });
      const order = makeOrder({ provider: bankId });
      const begun = await uat.fpx.begin(order);
      if (!begun.ok) throw new Error(begun.error);
      await uat.press(await uat.follow(begun.value), 'approve');
      expect(await uat.fpx.enquire(order)).toMatchObject({ value: { status: 'successful', bankName: bankId } });
      await uat.close();
    },
  );

  it('refuses another amount under a used number', async () => {
    const { order, url, fields } = await buildRequest();
    expect((await harness.send(url, { ...fields })).status).toBe(200);
    const other = await harness.fpx.begin({ ...order, amount: sen(1_00) });
    if (!other.ok) throw new Error(other.error);
    expect((await harness.follow(other.value)).status).toBe(400);
  });

  it('returns the payer of an offline bank at once, and lists the bank as offline', async () => {
    const now = () => Date.now();
    const directory = createFpxBankDirectory({ ...harness.settings.fpx, timeoutMs: 3000, now });
    expect((await directory.listBanks('personal')).every(({ isOnline }) => isOnline)).toBe(true);
    expect((await harness.control('banks', { bankId: 'MB2U0227', online: false })).status).toBe(200);
    directory.clearCache();
    const offline = (await directory.listBanks('personal')).filter(({ isOnline }) => !isOnline);
    expect(offline).toEqual([{ id: 'MB2U0227', name: 'Maybank2U', isOnline: false }]);
    expect((await directory.listBanks('corporate')).every(({ isOnline }) => isOnline)).toBe(true);

    const { url, fields } = await buildRequest();
    const form = readReturnForm(await harness.send(url, { ...fields }));
    expect(harness.fpx.verifyReport(form?.fields ?? {})).toMatchObject({
      value: { status: 'failed', reasonCode: '90' },
    });
  });

  it.each([
    ['0.50', '2A'],
    ['30000.01', '48'],
  ])('declines RM%s with %s', async (amount, code) => {
    const { url, fields } = await buildRequest();
    const privateKey = createPrivateKey(harness.keys.fpxSellerPrivateKey);
    const form = readReturnForm(
      await harness.send(url, signMessage('AR', { ...fields, fpx_txnAmount: amount }, privateKey)),
    );
    expect(harness.fpx.verifyReport(form?.fields ?? {})).toMatchObject({
      value: { status: 'failed', reasonCode: code },
    });
  });
});

const payer = { expiry: '12/35', cvv: '123', name: 'Payer' };

describe('the simulated acquirer', () => {
  it.each(cardScenarios.map((scenario) => [scenario.number, scenario.meaning, scenario] as const))(
    'takes %s: %s',
    async (number, _, { outcome }) => {
      const order = makeOrder();
      const cvv = number.startsWith('3') ? '1234' : '123';
      const begun = await harness.acquirer.begin(order, { ...payer, number, cvv });
      const expected = {
        challenge: { kind: 'redirect' },
        approved: { kind: 'report', report: { status: 'successful', bankName: null, amount: order.amount } },
        declined: { kind: 'report', report: { status: 'failed' } },
        unknown: { kind: 'report', report: { status: 'pending', reasonCode: 'unknown' } },
      }[outcome.kind];
      expect(begun).toMatchObject({ ok: true, value: expected });
      if (outcome.kind === 'declined')
        expect(begun).toMatchObject({ value: { report: { reasonCode: outcome.reason } } });
      // The same authorisation again is the same payment.
      expect(await harness.acquirer.begin(order, { ...payer, number, cvv })).toEqual(begun);
    },
  );

  it('reports the outcome of a processing error an hour later', async () => {
    const order = makeOrder();
    await harness.acquirer.begin(order, { ...payer, number: '4000000000000119' });
    await harness.control('clock', { offsetMs: 3_599_000 });
    expect(await harness.acquirer.enquire(order)).toMatchObject({ value: { status: 'pending' } });
    await harness.control('clock', { offsetMs: 3_601_000 });
    expect(await harness.acquirer.enquire(order)).toMatchObject({ value: { status: 'successful' } });
  });

  it('declines an Amex instalment and an expired card, and accepts a Visa plan', async () => {
    const instalment = makeOrder({ provider: 'MBB:12' });
    const refused = await harness.acquirer.begin(instalment, { ...payer, number: '378282246310005', cvv: '1234' });
    expect(refused).toMatchObject({ value: { report: { status: 'failed', reasonCode: 'instalment-refused' } } });
    const past = await harness.acquirer.begin(makeOrder(), { ...payer, number: '4242424242424242', expiry: '12/25' });
    expect(past).toMatchObject({ value: { report: { status: 'failed', reasonCode: 'expired-card' } } });
    const planned = await harness.acquirer.begin(makeOrder({ provider: 'CIMB:6' }), {
      ...payer,
      number: '4242424242424242',
    });
    expect(planned).toMatchObject({ value: { report: { status: 'successful' } } });
    const odd = await harness.acquirer.begin(makeOrder({ provider: 'nonsense' }), {
      ...payer,
      number: '4242424242424242',
    });
    expect(odd).toEqual({ ok: false, error: 'refused' });
  });

  // backend/gateways/acquirer/README.md, Charges without the payer.
  it.each([
    ['4111111111111111', 'successful', 'approved', false],
    ['4242424242424242', 'successful', 'approved', false],
    ['4000000000000119', 'pending', 'unknown', false],
    ['4000000000000341', 'failed', 'insufficient-funds', false],
    ['4000000000009987', 'failed', 'lost-or-stolen', true],
    ['4000000000000069', 'failed', 'expired-card', true],
  ])('charges %s without its payer: %s, %s', async (number, status, reasonCode, isFinal) => {
    const order = makeOrder({ method: 'savedCard' });
    const card = { ...payer, number, cvv: null };
    const charged = await harness.acquirer.charges?.chargeCard(order, card);
    expect(charged).toMatchObject({ ok: true, value: { number: order.number, status, reasonCode } });
    expect(harness.acquirer.charges?.isFinalDecline(reasonCode)).toBe(isFinal);
    // The same charge again is the same payment, also for an enquiry.
    expect(await harness.acquirer.charges?.chargeCard(order, card)).toEqual(charged);
    expect(await harness.acquirer.enquire(order)).toEqual(charged);
  });

  it('ends charges as the control says, and only those', async () => {
    const charge = (order = makeOrder()) =>
      harness.acquirer.charges?.chargeCard(order, { ...payer, number: '4242424242424242' });
    await harness.control('charges', { mode: 'stop-payment', times: 2 });
    const entered = await harness.acquirer.begin(makeOrder(), { ...payer, number: '4242424242424242' });
    expect(entered).toMatchObject({ value: { report: { status: 'successful' } } });
    for (const reasonCode of ['stop-payment', 'stop-payment', 'approved']) {
      expect(await charge()).toMatchObject({ value: { reasonCode } });
    }
    await harness.control('charges', { mode: 'down' });
    const order = makeOrder();
    await charge(order);
    await harness.control('charges', { mode: 'lost' });
    expect(await charge(order)).toBeDefined();
    // Whatever answers were lost, the charge was made.
    expect(await charge(order)).toMatchObject({ value: { status: 'successful' } });
    expect((await harness.control('charges', { mode: 'odd' })).status).toBe(400);
  });
  it('has no unauthorised payment, and refuses another amount', async () => {
    const order = makeOrder();
    expect(await harness.acquirer.enquire(order)).toMatchObject({
      value: { status: 'unknown', amount: order.amount },
    });
    await harness.acquirer.begin(order, { ...payer, number: '4242424242424242' });
    const other = { ...order, amount: sen(1_00) };
    expect(await harness.acquirer.enquire(other)).toEqual({ ok: false, error: 'refused' });
    expect(await harness.acquirer.begin(other, { ...payer, number: '4242424242424242' })).toEqual({
      ok: false,
      error: 'refused',
    });
  });

  it('refuses calls with a bad signature, and its answers are refused under another key', async () => {
    const order = makeOrder();
    const stranger = createAcquirerGateway({ ...harness.settings.acquirer, secret: 'x'.repeat(43) });
    expect(await stranger.begin(order, { ...payer, number: '4242424242424242' })).toEqual({
      ok: false,
      // An unsigned refusal tells nothing.
      error: 'unreachable',
    });

    const path = '/acquirer/enquire';
    const body = JSON.stringify({ number: order.number, amount: order.amount, currency: 'MYR' });
    const { keyId, secret } = harness.settings.acquirer;
    const { header } = signRequest({ keyId, secret }, path, body, Date.now());
    const send = (sent: string, signature: string) =>
      fetch(`${harness.banksOrigin}${path}`, {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json', 'x-signature': signature },
      });
    expect((await send(body, header)).status).toBe(200);
    expect((await send(body.replace('13878', '100'), header)).status).toBe(401);
    expect((await send(body, '')).status).toBe(401);
    expect((await send(body, header.replace(/\d{10}/, '1790000000'))).status).toBe(401);
  });

  it('refuses an unknown 3-D Secure session', async () => {
    const page = await harness.send(`${harness.banksOrigin}/acquirer/3ds`, { session: 'guess' });
    expect(page.status).toBe(400);
    expect((await harness.send(`${harness.banksOrigin}/acquirer/3ds`, {})).status).toBe(400);
  });

  it('row 31: stores no card number', async () => {
    for (const { number } of cardScenarios) await harness.acquirer.begin(makeOrder(), { ...payer, number });
    const journal = readFileSync(join(harness.dataDir, 'banks', 'journal.jsonl'), 'utf8');
    for (const { number } of cardScenarios) expect(journal).not.toContain(number);
    expect(journal).toContain('"lastFour":"1111"');
    expect(journal).not.toContain('"cvv"');
  });
});
