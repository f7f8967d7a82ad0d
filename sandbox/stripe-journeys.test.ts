import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { fpxRequest, sandboxControl, statusOf } from '../backend/test-backend.fixture';
import { requestOf, setUpProviderJourneys } from './provider-journeys.fixture';
import { listBankButtons } from './scenarios/bank-buttons';

/* The backend with Stripe as its only gateway and the simulated Stripe, over HTTP. */

const journeys = setUpProviderJourneys(resolveMethodGateways({ GATEWAYS: ['stripe'] }, true));

const requests = {
  fpx: (refid: string) => fpxRequest(refid),
  grabpay: (refid: string) => requestOf(refid, { selectedPaymentMethod: 'wallet', selectedWallet: 'grabpay' }),
} as const;

/** Presses a button of Stripe's page, and returns to the site as the browser does. */
async function press(pageUrl: string, button: string): Promise<void> {
  await journeys.returnToSite(await journeys.press(pageUrl, button));
}

describe.each(['fpx', 'grabpay'] as const)('%s at Stripe', (method) => {
  test.each(listBankButtons(false))('$label', async (button) => {
    const { refid, pageUrl } = await journeys.begin(requests[method]);
    await press(pageUrl, button.value);
    // Whoever returns from a page without a payment has left it: it is withdrawn.
    const outcome = button.state === 'no-payment' ? 'cancelled' : button.outcome;
    expect(await journeys.endStatusOf(refid)).toBe(outcome);
    expect(await journeys.creditsOf(refid)).toBe(button.credited ? 1 : 0);
  });

  test.each(['successful', 'failed'] as const)('left pending, settled as %s', async (outcome) => {
    const { refid, pageUrl } = await journeys.begin(requests[method]);
    await press(pageUrl, 'leave-pending');
    expect(await statusOf(journeys.backend, refid)).toBe('pending');
    expect(await sandboxControl(journeys.backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
    expect(await journeys.creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
  });
});

test('a page that its payer has left can no longer be paid, and another attempt can', async () => {
  const { refid, pageUrl } = await journeys.begin();
  await press(pageUrl, 'cancel');
  expect(await journeys.endStatusOf(refid)).toBe('cancelled');
  await press(pageUrl, 'approve');
  expect(await journeys.creditsOf(refid)).toBe(0);
  await press(await journeys.openPage(fpxRequest(refid)), 'approve');
  expect(await journeys.endStatusOf(refid)).toBe('successful');
});

test.each(['won', 'lost'] as const)(
  'a dispute, which names the payment by Stripe’s number only, is a chargeback of its payment: %s',
  async (outcome) => {
    const { refid, pageUrl } = await journeys.begin(requests.grabpay);
    const chargeBack = (step: object) => sandboxControl(journeys.backend, 'chargebacks', { refid, ...step });
    expect(await chargeBack({ reason: '10.4' })).toMatchObject({ error: 'nothing is paid' });
    await press(pageUrl, 'approve');
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    expect(await chargeBack({ reason: '10.4' })).toMatchObject({ status: 'successful' });
    const chargebacks = () => journeys.backend.store.db.selectFrom('chargebacks').selectAll().execute();
    expect(await chargebacks()).toMatchObject([
      { order_refid: refid, gateway: 'stripe', state: 'open', amount: 13_878, reason_code: '10.4' },
    ]);
    await chargeBack({ reason: '10.4', outcome });
    expect(await chargebacks()).toMatchObject([{ state: outcome }]);
    expect(await sandboxControl(journeys.backend, 'ledger')).toMatchObject({ balanced: true });
  },
);
