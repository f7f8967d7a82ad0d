import { createFpxBankDirectory } from '../../backend/gateways/fpx/bank-directory';
import { signMessage } from '../../backend/gateways/fpx/checksum';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sen } from '@/lib/domain/money';
import { createAcquirerGateway } from '../../backend/gateways/acquirer/gateway';
import { signRequest } from '../../backend/gateways/signed-messages';
import { cardScenarios } from '../scenarios/cards';
import { makeOrder, openStreet, readReturnForm, type Street } from './street.fixture';

let street: Street;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
beforeEach(async () => {
  await street.control('reset', {});
  street.heard.length = 0;
});

async function buildRequest() {
  const order = makeOrder({ provider: 'MB2U0227' });
  const begun = await street.fpx.begin(order);
  if (!begun.ok || begun.value.kind !== 'redirect') throw new Error('not begun');
  return { order, ...begun.value.request };
}

describe('the simulated FPX', () => {
  it('refuses each field of a payment request altered or stripped, and knows no payment then', async () => {
    const { order, url, fields } = await buildRequest();
    for (const name of Object.keys(fields)) {
      const altered = { ...fields, [name]: name === 'fpx_txnAmount' ? '1.00' : `${fields[name]}1` };
      const { [name]: _, ...stripped } = fields;
      for (const message of [altered, stripped]) {
        const page = await street.send(url, message);
        expect([name, page.status]).toEqual([name, 400]);
        expect(page.text).toContain('data-testid="refusal"');
      }
    }
    expect(await street.fpx.enquire(order)).toMatchObject({
      value: { verdict: 'unknown', reasonCode: '76', number: order.number, amount: order.amount },
    });
  });

  it('refuses an altered enquiry and bank-list message', async () => {
    const { fields } = await buildRequest();
    for (const path of ['sellerNVPTxnStatus.jsp', 'RetrieveBankList']) {
      const page = await street.send(`${street.banksOrigin}/FPXMain/${path}`, { ...fields });
      expect(page).toMatchObject({ status: 400, text: 'ERROR' });
    }
  });

  it('gives no transaction id twice, however many begin in one second', async () => {
    const begun = await Promise.all(Array.from({ length: 250 }, buildRequest));
    const ids = await Promise.all(
      begun.map(async ({ order, url, fields }) => {
        await street.send(url, { ...fields });
        const known = await fetch(`${street.banksOrigin}/control/payments/${order.number}`);
        const { reference } = (await known.json()) as { reference: string };
        expect(reference).toMatch(/^\d{16}$/);
        return reference;
      }),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses another amount under a used number', async () => {
    const { order, url, fields } = await buildRequest();
    expect((await street.send(url, { ...fields })).status).toBe(200);
    const other = await street.fpx.begin({ ...order, amount: sen(1_00) });
    if (!other.ok) throw new Error(other.error);
    expect((await street.follow(other.value)).status).toBe(400);
  });

  it('sends the payer of an offline bank back at once, and lists it so', async () => {
    const now = () => Date.now();
    const directory = createFpxBankDirectory({ ...street.settings.fpx, timeoutMs: 3000, now });
    expect((await directory.listBanks('personal')).every(({ isOnline }) => isOnline)).toBe(true);
    expect((await street.control('banks', { bankId: 'MB2U0227', online: false })).status).toBe(200);
    directory.clearCache();
    const offline = (await directory.listBanks('personal')).filter(({ isOnline }) => !isOnline);
    expect(offline).toEqual([{ id: 'MB2U0227', name: 'Maybank2U', isOnline: false }]);
    expect((await directory.listBanks('corporate')).every(({ isOnline }) => isOnline)).toBe(true);

    const { url, fields } = await buildRequest();
    const form = readReturnForm(await street.send(url, { ...fields }));
    expect(street.fpx.readReport(form?.fields ?? {})).toMatchObject({ value: { verdict: 'failed', reasonCode: '90' } });
  });

  it.each([
    ['0.50', '2A'],
    ['30000.01', '48'],
  ])('declines RM%s with %s', async (amount, code) => {
    const { url, fields } = await buildRequest();
    const privateKey = createPrivateKey(street.keys.fpxSellerPrivateKey);
    const form = readReturnForm(
      await street.send(url, signMessage('AR', { ...fields, fpx_txnAmount: amount }, privateKey)),
    );
    expect(street.fpx.readReport(form?.fields ?? {})).toMatchObject({ value: { verdict: 'failed', reasonCode: code } });
  });
});

const payer = { expiry: '12/35', cvv: '123', name: 'Payer' };

describe('the simulated acquirer', () => {
  it.each(cardScenarios.map((scenario) => [scenario.number, scenario.meaning, scenario] as const))(
    'takes %s: %s',
    async (number, _, { outcome }) => {
      const order = makeOrder();
      const cvv = number.startsWith('3') ? '1234' : '123';
      const begun = await street.acquirer.begin(order, { ...payer, number, cvv });
      const expected = {
        challenge: { kind: 'redirect' },
        approved: { kind: 'report', report: { verdict: 'successful', bankName: null, amount: order.amount } },
        declined: { kind: 'report', report: { verdict: 'failed' } },
        unknown: { kind: 'report', report: { verdict: 'pending', reasonCode: 'unknown' } },
      }[outcome.kind];
      expect(begun).toMatchObject({ ok: true, value: expected });
      if (outcome.kind === 'declined')
        expect(begun).toMatchObject({ value: { report: { reasonCode: outcome.reason } } });
      // The same authorisation again is the same payment.
      expect(await street.acquirer.begin(order, { ...payer, number, cvv })).toEqual(begun);
    },
  );

  it('learns an hour later how a processing error ended', async () => {
    const order = makeOrder();
    await street.acquirer.begin(order, { ...payer, number: '4000000000000119' });
    await street.control('clock', { offsetMs: 3_599_000 });
    expect(await street.acquirer.enquire(order)).toMatchObject({ value: { verdict: 'pending' } });
    await street.control('clock', { offsetMs: 3_601_000 });
    expect(await street.acquirer.enquire(order)).toMatchObject({ value: { verdict: 'successful' } });
  });

  it('declines an Amex instalment and a card past its month, and takes a Visa plan', async () => {
    const instalment = makeOrder({ provider: 'MBB:12' });
    const refused = await street.acquirer.begin(instalment, { ...payer, number: '378282246310005', cvv: '1234' });
    expect(refused).toMatchObject({ value: { report: { verdict: 'failed', reasonCode: 'instalment-refused' } } });
    const past = await street.acquirer.begin(makeOrder(), { ...payer, number: '4242424242424242', expiry: '12/25' });
    expect(past).toMatchObject({ value: { report: { verdict: 'failed', reasonCode: 'expired-card' } } });
    const planned = await street.acquirer.begin(makeOrder({ provider: 'CIMB:6' }), {
      ...payer,
      number: '4242424242424242',
    });
    expect(planned).toMatchObject({ value: { report: { verdict: 'successful' } } });
    const odd = await street.acquirer.begin(makeOrder({ provider: 'nonsense' }), {
      ...payer,
      number: '4242424242424242',
    });
    expect(odd).toEqual({ ok: false, error: 'refused' });
  });

  it('gives a card verification back', async () => {
    const order = makeOrder({ amount: sen(1_00) });
    await street.acquirer.begin(order, { ...payer, number: '4242424242424242' });
    expect(await street.acquirer.voidPayment(order)).toMatchObject({
      value: { verdict: 'cancelled', reasonCode: 'voided' },
    });
    expect(await street.acquirer.voidPayment(order)).toMatchObject({ value: { reasonCode: 'voided' } });
    expect(await street.acquirer.voidPayment(makeOrder())).toMatchObject({ value: { verdict: 'unknown' } });
  });

  it('knows no payment that was never authorised, and none of another amount', async () => {
    const order = makeOrder();
    expect(await street.acquirer.enquire(order)).toMatchObject({ value: { verdict: 'unknown', amount: order.amount } });
    await street.acquirer.begin(order, { ...payer, number: '4242424242424242' });
    const other = { ...order, amount: sen(1_00) };
    expect(await street.acquirer.enquire(other)).toEqual({ ok: false, error: 'refused' });
    expect(await street.acquirer.begin(other, { ...payer, number: '4242424242424242' })).toEqual({
      ok: false,
      error: 'refused',
    });
  });

  it('refuses what is not signed by us, and is not believed under another key', async () => {
    const order = makeOrder();
    const stranger = createAcquirerGateway({ ...street.settings.acquirer, secret: 'x'.repeat(43) });
    expect(await stranger.begin(order, { ...payer, number: '4242424242424242' })).toEqual({
      ok: false,
      error: 'refused',
    });

    const path = '/acquirer/enquire';
    const body = JSON.stringify({ number: order.number, amount: order.amount, currency: 'MYR' });
    const { keyId, secret } = street.settings.acquirer;
    const { header } = signRequest({ keyId, secret }, path, body, Date.now());
    const send = (sent: string, signature: string) =>
      fetch(`${street.banksOrigin}${path}`, {
        method: 'POST',
        body: sent,
        headers: { 'content-type': 'application/json', 'x-signature': signature },
      });
    expect((await send(body, header)).status).toBe(200);
    expect((await send(body.replace('13878', '100'), header)).status).toBe(401);
    expect((await send(body, '')).status).toBe(401);
    expect((await send(body, header.replace(/\d{10}/, '1790000000'))).status).toBe(401);
  });

  it('opens no 3-D Secure page for a session that it did not make', async () => {
    const page = await street.send(`${street.banksOrigin}/acquirer/3ds`, { session: 'guess' });
    expect(page.status).toBe(400);
    expect((await street.send(`${street.banksOrigin}/acquirer/3ds`, {})).status).toBe(400);
  });

  it('row 31: keeps no card number', async () => {
    for (const { number } of cardScenarios) await street.acquirer.begin(makeOrder(), { ...payer, number });
    const journal = readFileSync(join(street.dataDir, 'banks', 'journal.jsonl'), 'utf8');
    for (const { number } of cardScenarios) expect(journal).not.toContain(number);
    expect(journal).toContain('"lastFour":"1111"');
    expect(journal).not.toContain('"cvv"');
  });
});
