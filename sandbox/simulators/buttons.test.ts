import { bankButtons, type BankButton } from '../scenarios/bank-buttons';
import type { AttemptOrder, CardData, Gateway } from '../../backend/gateways/gateway';
import {
  makeOrder,
  openGatewayTestHarness,
  readReturnForm,
  type Page,
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
  harness.merchant.answers = [];
});

const visa = { number: '4111111111111111', expiry: '12/35', cvv: '123', name: 'Payer' };
const amex = { ...visa, number: '378282246310005', cvv: '1234' };

interface RailCase {
  name: string;
  route: string;
  card?: CardData;
  open: () => [Gateway, AttemptOrder];
}

const rails: RailCase[] = [
  {
    name: 'fpx',
    route: '/bankResultFPX',
    open: () => [harness.fpx, makeOrder({ provider: 'MB2U0227' })],
  },
  {
    name: 'fpxCorporate',
    route: '/bankResultFPX',
    open: () => [harness.fpxCorporate, makeOrder({ provider: 'MBB0228' })],
  },
  {
    name: 'Visa',
    route: '/bankResultMBB',
    card: visa,
    open: () => [harness.acquirer, makeOrder()],
  },
  {
    name: 'Amex',
    route: '/bankResultAMB',
    card: amex,
    open: () => [harness.acquirer, makeOrder()],
  },
  ...(['boost', 'grabpay'] as const).map((provider) => ({
    name: provider,
    route: '/bankResultEGHL',
    open: (): [Gateway, AttemptOrder] => [harness.wallet, makeOrder({ provider })],
  })),
  {
    name: 'm2u',
    route: '/bankResultMBBCASA',
    open: () => [harness.m2u, makeOrder()],
  },
];

const buttons: readonly BankButton[] = bankButtons;

async function arrive(rail: RailCase | undefined): Promise<[Gateway, AttemptOrder, Page]> {
  if (!rail) throw new Error('no rail');
  const [gateway, order] = rail.open();
  const begun = await gateway.begin(order, rail.card);
  if (!begun.ok) throw new Error(begun.error);
  return [gateway, order, await harness.follow(begun.value)];
}

describe('a bank’s page', () => {
  it.each(rails.map((rail) => [rail.name, rail] as const))(
    'of %s shows the merchant and the amount',
    async (name, rail) => {
      const [gateway, order, page] = await arrive(rail);
      expect(page).toMatchObject({ status: 200, url: expect.stringContaining('/pay/') });
      const words = page.text.replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '\n');
      expect(words).toContain('Simulator');
      const lines = words.split('\n').map((line) => line.trim());
      expect(lines).toEqual(expect.arrayContaining(['ebill', order.number, 'RM138.78']));
      const shown = [...page.text.matchAll(/<button[^>]*>\s*(.*?)\s*<\/button>/gs)].map(([, label]) => label);
      const expected = buttons.filter(({ only }) => only === undefined || only === name).map(({ label }) => label);
      expect(shown).toEqual(expected);
      expect(await gateway.enquire(order)).toMatchObject({ value: { status: 'unknown' } });
    },
  );

  it.each(rails.map((rail) => [rail.name, rail] as const))('of %s returns to its result route', async (_, rail) => {
    const [gateway, order, page] = await arrive(rail);
    const form = readReturnForm(await harness.press(page, 'return-only'));
    expect(form?.action.endsWith(rail.route)).toBe(true);
    expect(gateway.verifyReport(form?.fields ?? {})).toMatchObject({
      value: { status: 'successful', number: order.number, amount: order.amount },
    });
  });

  it('is decided once: a second tap and a reload show the first decision', async () => {
    const [gateway, order, page] = await arrive(rails[0]);
    const first = readReturnForm(await harness.press(page, 'decline'));
    expect(readReturnForm(await harness.press(page, 'approve'))).toEqual(first);
    expect(readReturnForm(await harness.send(page.url))).toEqual(first);
    expect(await gateway.enquire(order)).toMatchObject({ value: { status: 'failed' } });
    await harness.waitFor(1);
    expect(harness.received).toHaveLength(1);
  });

  it('of a wallet is the same when the payer comes again while it is open', async () => {
    const [gateway, order, page] = await arrive(rails.find(({ name }) => name === 'boost'));
    const again = await gateway.begin(order);
    if (!again.ok) throw new Error(again.error);
    expect((await harness.follow(again.value)).url).toBe(page.url);
  });

  it('accepts a button after its timeout, though it had reported the payment as expired', async () => {
    const [gateway, order, page] = await arrive(rails[0]);
    await harness.control('clock', { offsetMs: 11 * 60_000 });
    expect(await gateway.enquire(order)).toMatchObject({ value: { status: 'expired' } });
    await harness.press(page, 'approve');
    expect(await gateway.enquire(order)).toMatchObject({ value: { status: 'successful' } });
  });

  it('has a strict policy that allows its form to post to the site', async () => {
    const [, , page] = await arrive(rails[0]);
    const response = await fetch(page.url, { method: 'POST', body: new URLSearchParams({ button: 'return-only' }) });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${new URL(harness.settings.acquirer.siteOrigin).origin}`);
    expect(policy).not.toContain('unsafe');
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(await response.text()).toContain(`<script nonce="${nonce}">`);
  });

  it('rejects unknown buttons', async () => {
    const [, , page] = await arrive(rails[0]);
    expect((await harness.press(page, 'pending-approval')).status).toBe(400);
    expect((await harness.press(page, 'anything')).status).toBe(400);
    expect((await harness.send(`${harness.banksOrigin}/pay/unknown`)).status).toBe(404);
  });
});
