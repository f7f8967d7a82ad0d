import { bankButtons, type BankButton } from '../scenarios/bank-buttons';
import type { AttemptOrder, CardData, Gateway, GatewayStatus } from '../../backend/gateways/gateway';
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
  callback: string;
  card?: CardData;
  open: () => [Gateway, AttemptOrder];
}

const rails: RailCase[] = [
  {
    name: 'fpx',
    route: '/bankResultFPX',
    callback: '/callbacks/fpx',
    open: () => [harness.fpx, makeOrder({ provider: 'MB2U0227' })],
  },
  {
    name: 'fpxCorporate',
    route: '/bankResultFPX',
    callback: '/callbacks/fpx',
    open: () => [harness.fpxCorporate, makeOrder({ provider: 'MBB0228' })],
  },
  {
    name: 'Visa',
    route: '/bankResultMBB',
    callback: '/callbacks/acquirer',
    card: visa,
    open: () => [harness.acquirer, makeOrder()],
  },
  {
    name: 'Amex',
    route: '/bankResultAMB',
    callback: '/callbacks/acquirer',
    card: amex,
    open: () => [harness.acquirer, makeOrder()],
  },
  ...(['boost', 'grabpay'] as const).map((provider) => ({
    name: provider,
    route: '/bankResultEGHL',
    callback: '/callbacks/eghl',
    open: (): [Gateway, AttemptOrder] => [harness.wallet, makeOrder({ provider })],
  })),
  {
    name: 'm2u',
    route: '/bankResultMBBCASA',
    callback: '/callbacks/m2u',
    open: () => [harness.m2u, makeOrder()],
  },
];

const buttons: readonly BankButton[] = bankButtons;
const cases = rails.flatMap((rail) =>
  buttons
    .filter(({ only }) => only === undefined || only === rail.name)
    .map((button) => [rail.name, button.label, rail, button] as const),
);

const statusOfState = {
  approved: 'successful',
  declined: 'failed',
  cancelled: 'cancelled',
  pending: 'pending',
  'pending-approval': 'pending-approval',
  'no-payment': 'unknown',
} as const satisfies Record<BankButton['state'], GatewayStatus>;

/** The status of a signed report without an enquiry: eGHL's failure and cancellation need a QUERY. */
function reportedStatus(rail: RailCase, state: BankButton['state']): GatewayStatus {
  const isOfEghl = ['/callbacks/eghl', '/callbacks/m2u'].includes(rail.callback);
  return isOfEghl && (state === 'declined' || state === 'cancelled') ? 'unknown' : statusOfState[state];
}

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

  it.each(cases)('of %s: %s', async (_rail, _label, rail, button) => {
    const [gateway, order, page] = await arrive(rail);
    const back = await harness.press(page, button.value);
    const receivedBefore = [...harness.received];
    const form = readReturnForm(back);
    const status = statusOfState[button.state];
    const reported = reportedStatus(rail, button.state);

    if (button.callback === 'none') expect(harness.received.filter(({ path }) => path === rail.callback)).toEqual([]);
    else {
      if (button.callback === 'first') expect(receivedBefore.map(({ path }) => path)).toContain(rail.callback);
      await harness.waitFor(button.browserReturn === 'twice' ? 2 : 1);
      const callback = harness.received.find(({ path }) => path === rail.callback);
      expect(gateway.verifyReport(callback?.fields ?? {})).toMatchObject({
        value: { status: reported, number: order.number, amount: order.amount, currency: 'MYR' },
      });
    }

    const early = receivedBefore.filter(({ path }) => path === rail.route);
    expect(early).toHaveLength(button.browserReturn === 'twice' ? 1 : 0);
    if (button.browserReturn === 'never') {
      expect(form).toBeNull();
      expect(back.text).toContain('Return to merchant');
    } else {
      expect(form?.action.endsWith(rail.route)).toBe(true);
      expect(back.text).toContain('data-testid="continue"');
      expect(gateway.readNumber(form?.fields ?? {})).toBe(order.number);
      const read = gateway.verifyReport(form?.fields ?? {});
      if (button.state === 'no-payment') expect(read).toEqual({ ok: false, error: 'unsigned' });
      else expect(read).toMatchObject({ value: { status: reported, number: order.number, amount: order.amount } });
      if (button.browserReturn === 'twice') expect(early[0]?.fields).toEqual(form?.fields);
    }
    expect(await gateway.enquire(order)).toMatchObject({ value: { status, number: order.number } });
  });

  it.each([rails[0], rails[2]].map((rail) => [rail?.name, rail] as const))(
    'of %s replays what was really paid before',
    async (_, rail) => {
      if (!rail) throw new Error('no rail');
      const [, , first] = await arrive(rail);
      const old = readReturnForm(await harness.press(first, 'return-only'))?.fields ?? {};
      const [gateway, order, second] = await arrive(rail);
      const replayed = readReturnForm(await harness.press(second, 'replay'))?.fields ?? {};
      const signature = rail.name === 'fpx' ? 'fpx_checkSum' : 'signature';
      expect(replayed[signature]).toBe(old[signature]);
      expect(gateway.verifyReport(old)).toMatchObject({ value: { status: 'successful' } });
      expect(gateway.verifyReport(replayed)).toEqual({ ok: false, error: 'unsigned' });
      expect(gateway.readNumber(replayed)).toBe(order.number);
    },
  );

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
