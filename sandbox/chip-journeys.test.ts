import { calls } from '@/lib/contract/calls';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import {
  createPayment,
  errorCodeOf,
  fpxRequest,
  sandboxControl,
  send,
  statusOf,
  succeed,
} from '../backend/test-backend.fixture';
import { requestOf, setUpProviderJourneys } from './provider-journeys.fixture';
import { listBankButtons, type DecidedState } from './scenarios/bank-buttons';

/*
 * The backend with GATEWAYS=chip and CARD_ENTRY=direct, and the simulator of CHIP, over HTTP: the outcome of each button of a bank's page, whose
 * callbacks arrive too.
 */

const journeys = setUpProviderJourneys(resolveMethodGateways({ GATEWAYS: ['chip'] }, true), {
  postsCardsDirectly: true,
});

const beginnings = {
  fpx: (refid: string) => fpxRequest(refid),
  fpxCorporate: (refid: string) =>
    requestOf(refid, { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' }),
  touchngo: (refid: string) => requestOf(refid, { selectedPaymentMethod: 'wallet', selectedWallet: 'touchngo' }),
  duitnowQr: (refid: string) => requestOf(refid, { selectedPaymentMethod: 'duitnowQr' }),
} as const;

/** Presses a button, and returns as the browser does. */
async function press(pageUrl: string, button: string): Promise<void> {
  await journeys.returnToSite(await journeys.press(pageUrl, button));
}

// CHIP cancels nothing when a payer turns back. Once that payer sees the result, the purchase is cancelled: its page could still be paid.
const outcomes = {
  approved: 'successful',
  declined: 'failed',
  cancelled: 'cancelled',
  pending: 'pending',
  'pending-approval': 'pending-approval',
  'no-payment': 'cancelled',
} as const satisfies Record<DecidedState, string>;

describe.each(['fpx', 'fpxCorporate', 'touchngo', 'duitnowQr'] as const)('%s by CHIP', (method) => {
  const buttons = listBankButtons(method === 'fpxCorporate');
  test.each(buttons.map((button) => [button.label, button] as const))('%s', async (_label, button) => {
    const { refid, pageUrl } = await journeys.begin(beginnings[method]);
    await press(pageUrl, button.value);
    const waits = button.state === 'pending' && method === 'fpxCorporate';
    const status = await (button.credited ? journeys.endStatusOf(refid) : statusOf(journeys.backend, refid));
    expect(status).toBe(waits ? 'pending-approval' : outcomes[button.state]);
    expect(await journeys.creditsOf(refid)).toBe(button.credited ? 1 : 0);
  });

  test.each(['successful', 'failed'] as const)('left pending, settled as %s', async (outcome) => {
    const { refid, pageUrl } = await journeys.begin(beginnings[method]);
    await press(pageUrl, 'leave-pending');
    expect(await sandboxControl(journeys.backend, 'settle', { refid, outcome })).toMatchObject({ status: outcome });
    expect(await journeys.creditsOf(refid)).toBe(outcome === 'successful' ? 1 : 0);
  });
});

/** Begins a payment by card: the form that a payer's browser posts. */
async function beginCard(refid: string): Promise<string> {
  const request = requestOf(refid, { selectedPaymentMethod: 'newCard' });
  const { onward } = await succeed(journeys.backend, calls['payment.init'], request);
  if (onward?.kind !== 'direct-post') throw new Error('no form for CHIP');
  return onward.url;
}

/** Posts a card with CHIP's names of the fields, and returns where the browser is redirected to. */
async function postCard(url: string, number: string, saving: Record<string, string> = {}): Promise<URL> {
  const card = { cardholder_name: 'Siti', card_number: number, expires: '12/39', cvc: '123', ...saving };
  const posted = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(card) });
  return new URL(posted.headers.get('location') ?? 'none:', url);
}

/** The browser returns to the site. */
async function returnToSite({ origin, pathname, searchParams }: URL): Promise<void> {
  expect(origin).toBe(journeys.siteOrigin);
  await journeys.returnToSite({ route: pathname, fields: Object.fromEntries(searchParams) });
}

describe('a card that is posted to CHIP', () => {
  test.each(listBankButtons(false).map((button) => [button.label, button] as const))('%s', async (_label, button) => {
    const refid = await createPayment(journeys.backend);
    await press((await postCard(await beginCard(refid), '4111111111111111')).href, button.value);
    const status = await (button.credited ? journeys.endStatusOf(refid) : statusOf(journeys.backend, refid));
    expect(status).toBe(outcomes[button.state]);
    expect(await journeys.creditsOf(refid)).toBe(button.credited ? 1 : 0);
  });

  test('without 3-D Secure is credited once', async () => {
    const refid = await createPayment(journeys.backend);
    const url = await beginCard(refid);
    await returnToSite(await postCard(url, '4242424242424242'));
    await postCard(url, '4242424242424242');
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    expect(await journeys.creditsOf(refid)).toBe(1);
  });

  test('that is declined tells its reason on the payment page, and another card pays', async () => {
    const refid = await createPayment(journeys.backend);
    await returnToSite(await postCard(await beginCard(refid), '4000000000009995'));
    expect(await statusOf(journeys.backend, refid)).toBe('failed');
    const { attempt } = await succeed(journeys.backend, calls['payment.page'], { refid });
    expect(attempt).toMatchObject({ state: 'failed', paymentMethod: 'newCard', reasonCode: 'insufficient_funds' });
    await returnToSite(await postCard(await beginCard(refid), '4242424242424242'));
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    expect(await journeys.creditsOf(refid)).toBe(1);
  });

  test('after the payer has cancelled, or chosen another method, pays nothing', async () => {
    const [left, cancelled] = [await createPayment(journeys.backend), await createPayment(journeys.backend)];
    const [leftUrl, cancelledUrl] = [await beginCard(left), await beginCard(cancelled)];
    await succeed(journeys.backend, calls['payment.init'], fpxRequest(left));
    expect((await send(journeys.backend, calls['payment.cancel'], { refid: cancelled })).status).toBe(200);
    for (const url of [leftUrl, cancelledUrl]) await postCard(url, '4242424242424242');
    expect([await journeys.creditsOf(left), await journeys.creditsOf(cancelled)]).toEqual([0, 0]);
    expect(await statusOf(journeys.backend, cancelled)).toBe('cancelled');
  });
});

test('a page that was left for another bank cannot be paid', async () => {
  const { refid, pageUrl } = await journeys.begin();
  const other = await journeys.openPage(fpxRequest(refid, 13_878, 'PBB0233'));
  await press(pageUrl, 'callback-first');
  expect(await journeys.creditsOf(refid)).toBe(0);
  await press(other, 'approve');
  expect(await journeys.endStatusOf(refid)).toBe('successful');
  expect(await journeys.creditsOf(refid)).toBe(1);
});

test('a payment that was cancelled on our page cannot be paid any more', async () => {
  const { refid, pageUrl } = await journeys.begin();
  expect((await send(journeys.backend, calls['payment.cancel'], { refid })).status).toBe(200);
  await press(pageUrl, 'callback-first');
  expect(await statusOf(journeys.backend, refid)).toBe('cancelled');
  expect(await journeys.creditsOf(refid)).toBe(0);
});

test('only the callback settles the payment of a payer who never returns', async () => {
  const { refid, pageUrl } = await journeys.begin();
  expect(await journeys.press(pageUrl, 'never-return')).toBeNull();
  const { history } = await sandboxControl(journeys.backend, `payments/${refid}`);
  expect(history).toContainEqual(expect.objectContaining({ state: 'successful', movedBy: 'callback' }));
  expect(await journeys.creditsOf(refid)).toBe(1);
});

test.each([
  ['ticked', 'on', 1],
  ['not ticked', undefined, 0],
] as const)('a card is saved by a direct post whose checkbox of CHIP is %s', async (_name, ticked, saved) => {
  const refid = await createPayment(journeys.backend);
  const deviceToken = 'd'.repeat(43);
  const request = requestOf(refid, { selectedPaymentMethod: 'newCard', saveCard: true });
  const { onward } = await succeed(journeys.backend, calls['payment.init'], { ...request, deviceToken });
  if (onward?.kind !== 'direct-post') throw new Error('no form for CHIP');
  expect(onward.saveField).toBe('remember_card');
  const issuer = await postCard(onward.url, '4111111111111111', ticked === undefined ? {} : { remember_card: ticked });
  await press(issuer.href, 'approve');
  expect(await journeys.endStatusOf(refid)).toBe('successful');
  const cards = await succeed(journeys.backend, calls['card.list'], { refid, deviceToken });
  expect(cards.favouriteCardList).toHaveLength(saved);
});

test('a direct post asks for nothing to be kept where the payer has not asked for it', async () => {
  const refid = await createPayment(journeys.backend);
  const request = requestOf(refid, { selectedPaymentMethod: 'newCard' });
  const { onward } = await succeed(journeys.backend, calls['payment.init'], request);
  expect(onward).toMatchObject({ kind: 'direct-post' });
  expect(onward).not.toHaveProperty('saveField');
});

test('the page offers what CHIP has: no Boost, no Setel, and cards by its direct post', async () => {
  const refid = await createPayment(journeys.backend);
  const { paymentPageDto: page } = await succeed(journeys.backend, calls['payment.page'], { refid });
  expect(page.ewalletEghlProviders).toEqual(['shopeepay', 'grabpay', 'touchngo']);
  expect(page.providerKeys).toEqual(['savedCard', 'newCard', 'fpx', 'fpxCorporate', 'wallet', 'duitnowQr']);
  expect(page.cardEntry).toBe('direct');
  const boost = requestOf(refid, { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' });
  expect(await errorCodeOf(journeys.backend, calls['payment.init'], boost)).toBe('invalid-request');
});
