import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CredentialsCheck } from '@/backend/gateways/gateway';
import { FakeGateway } from '@/backend/gateways/fake-gateway.fixture';
import { checkDirectPost, checkGateway, checkServer, checkTestKeys } from './check-gateways';

let server: Server;
let address: string;
/** Seconds that the server's clock is ahead. */
let aheadSeconds: number;

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() + aheadSeconds * 1000).toUTCString());
    response.statusCode = 405;
    response.end('REFUSED');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  aheadSeconds = 0;
});

test('a server that answers, whatever the status, is reached', async () => {
  expect(await checkServer('fpx', `${address}/FPXMain`)).toEqual([
    { subject: 'fpx', isOk: true, message: `responds at ${address}` },
  ]);
});

test('a server that does not answer is an error', async () => {
  expect(await checkServer('fpx', 'http://127.0.0.1:1')).toMatchObject([{ subject: 'fpx', isOk: false }]);
});

test('a clock that is more than a minute off is an error', async () => {
  aheadSeconds = 120;
  const [, clock] = await checkServer('fpx', address);
  expect(clock).toMatchObject({ isOk: false, message: expect.stringMatching(/^its clock is 1(19|20|21) s off/) });
});

test.each([
  ['accepted', true, /^accepts our credentials$/],
  ['rejected', false, /^rejects our credentials/],
  ['unreachable', false, /^does not answer a signed request/],
] as const)('credentials that are %s', async (answer: CredentialsCheck, isOk, message) => {
  const gateway = new FakeGateway('chip', 'redirect', { callback: null });
  const withCheck = Object.assign(gateway, { checkCredentials: async () => answer });
  expect(await checkGateway(withCheck, address)).toEqual([
    expect.objectContaining({ subject: 'chip', isOk, message: expect.stringMatching(message) }),
  ]);
});

test('a gateway without such a call is asked for a payment that does not exist', async () => {
  const gateway = new FakeGateway('fpx', 'redirect', { callback: null });
  expect(await checkGateway(gateway, address)).toMatchObject([{ isOk: true }]);
  expect(gateway.enquired).toEqual([expect.stringMatching(/^[a-z0-9]{20}$/)]);
  gateway.isReachable = false;
  expect(await checkGateway(gateway, address)).toMatchObject([{ isOk: false }]);
});

test('callbacks to an address that no gateway can reach are a warning', async () => {
  const findings = await checkGateway(new FakeGateway('fpx'), address);
  expect(findings[1]).toMatchObject({ isWarning: true, message: expect.stringContaining('BACKEND_PUBLIC_URL') });
});

test('callbacks to an address behind which there is no backend are an error', async () => {
  const findings = await checkGateway(new FakeGateway('fpx'), 'https://127.0.0.1:1');
  expect(findings[1]).toMatchObject({ isOk: false, message: expect.stringContaining('do not reach the backend') });
});

// Stripe, API keys: test keys begin with sk_test_ and rk_test_, and their payments are made with published card numbers.
test.each([
  ['sk_test_4eC39HqLyjWDarjtT1zdp7dc', true],
  ['rk_test_4eC39HqLyjWDarjtT1zdp7dc', true],
  ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', false],
])('the key %s is a warning: %s', (STRIPE_SECRET_KEY, isWarning) => {
  const stripe = {
    STRIPE_API_URL: 'https://api.stripe.com',
    STRIPE_WEBHOOK_SECRETS: [],
    STRIPE_WALLETS: [],
    STRIPE_SECRET_KEY,
  };
  const findings = checkTestKeys({ stripe });
  expect(findings.map((finding) => finding.isWarning)).toEqual(isWarning ? [true] : []);
  expect(checkTestKeys({ stripe: null })).toEqual([]);
});

// PCI DSS: a form of the merchant's that posts to the provider is in the scope of SAQ A-EP, the provider's own page in that of SAQ A.
test.each([
  ['the form is ours', { name: 'chip', cardEntry: 'direct' }, /browser posts to chip: .*SAQ A-EP/],
  ['the page is the gateway’s', { name: 'stripe', cardEntry: 'gateway' }, /no effect: stripe/],
  ['no gateway takes cards', null, /no effect: no gateway/],
] as const)('a direct post of cards is a warning: %s', (_case, gateway, message) => {
  expect(checkDirectPost(gateway)).toEqual([
    { subject: 'cards', isOk: true, isWarning: true, message: expect.stringMatching(message) },
  ]);
});
