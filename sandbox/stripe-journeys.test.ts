import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { calls } from '@/lib/contract/calls';
import { fpxRequest, sandboxControl, statusOf, succeed } from '../backend/test-backend.fixture';
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

describe('a card', () => {
  const newCard = (refid: string) => requestOf(refid, { selectedPaymentMethod: 'newCard' });
  const readPage = async (refid: string) =>
    (await succeed(journeys.backend, calls['payment.page'], { refid })).paymentPageDto;
  const bankNameOf = async (refid: string) =>
    (await succeed(journeys.backend, calls['payment.result'], { refid })).bankName;

  test.each([
    ['none', 'Visa'],
    ['apple_pay', 'Visa, Apple Pay'],
    ['google_pay', 'Visa, Google Pay'],
  ])('that Stripe’s page gets by the wallet %s is named %s', async (wallet, name) => {
    const { refid, pageUrl } = await journeys.begin(newCard);
    await journeys.returnToSite(await journeys.press(pageUrl, 'approve', { wallet }));
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    expect(await bankNameOf(refid)).toBe(name);
  });

  test('can be given by the wallets of Stripe’s page, which the payment page is told', async () => {
    const { refid } = await journeys.begin(newCard);
    expect(await readPage(refid)).toMatchObject({ cardEntry: 'gateway', cardWallets: ['apple_pay', 'google_pay'] });
  });
});
