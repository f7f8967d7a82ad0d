import { sen } from '@/lib/domain/money';
import type { AttemptOrder, Gateway, GatewayRefunds, RefundOrder } from '../../backend/gateways/gateway';
import { makeOrder, openGatewayTestHarness, type GatewayTestHarness } from './gateway-test-harness.fixture';

let harness: GatewayTestHarness;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.control('reset', {});
});

let references = 0;
/** A refund of a payment under another reference: of RM50.00, or of `amount` sen. */
function refundOf(payment: AttemptOrder, gatewayReference: string, amount = 5_000): RefundOrder {
  references += 1;
  const reference = `abcdefghijklmnopqrst${String(references).padStart(6, '2')}`;
  return { reference, payment, gatewayReference, amount: sen(amount) };
}

const setMode = (mode: string, times = 1) => harness.control('refunds', { mode, times });
const madeOf = async ({ number }: AttemptOrder) => (await harness.control(`payments/${number}`)).body['refunds'];

function callsOf<Repeats extends GatewayRefunds['repeats']>({ refunds }: Gateway, repeats: Repeats) {
  if (refunds?.repeats !== repeats) throw new Error('another kind of refunds');
  return refunds as Extract<GatewayRefunds, { readonly repeats: Repeats }>;
}

describe('the acquirer', () => {
  const card = { number: '4242424242424242', expiry: '12/39', cvv: '123', name: 'TEST PAYER' };

  async function pay() {
    const payment = makeOrder();
    const begun = await harness.acquirer.begin(payment, card);
    if (!begun.ok || begun.value.kind !== 'report') throw new Error('not approved');
    return {
      payment,
      reference: begun.value.report.gatewayReference,
      calls: callsOf(harness.acquirer, 'by-reference'),
    };
  }

  it('refuses a reference that was used for another amount', async () => {
    const { payment, reference, calls } = await pay();
    const order = refundOf(payment, reference);
    await calls.refund(order);
    expect(await calls.refund({ ...order, amount: sen(4_000) })).toEqual({ status: 'failed', reason: 'refused' });
    expect(await madeOf(payment)).toHaveLength(1);
  });

  it('declines a refund', async () => {
    const { payment, reference, calls } = await pay();
    await setMode('refused');
    expect(await calls.refund(refundOf(payment, reference))).toEqual({ status: 'failed', reason: 'issuer-declined' });
  });
});

describe.each(['wallet', 'm2u'] as const)('eGHL, %s', (channel) => {
  async function pay() {
    const gateway = harness[channel];
    const payment = makeOrder({ provider: channel === 'wallet' ? 'boost' : null });
    const begun = await gateway.begin(payment);
    if (!begun.ok) throw new Error(begun.error);
    await harness.press(await harness.follow(begun.value), 'approve');
    const report = await gateway.enquire(payment);
    if (!report.ok) throw new Error(report.error);
    return { payment, reference: report.value.gatewayReference, calls: callsOf(gateway, 'never') };
  }

  it('tells nothing of refunds of a payment that it does not know', async () => {
    const { calls } = await pay();
    expect(await calls.readRefunded(makeOrder())).toEqual({ ok: false, error: 'unreachable' });
  });
});
