import {
  createGatewaysInUse,
  findGateway,
  findGatewayOfMethod,
  gatewaysOfCallback,
  gatewaysOfRoute,
  listBanks,
  listWallets,
} from './gateways-in-use';
import { FakeGateway } from './gateways/fake-gateway.fixture';

const fpxAddresses = { callback: 'fpx', returnRoutes: ['/bankResultFPX'] } as const;
const cards = new FakeGateway('acquirer', 'redirect', { returnRoutes: ['/bankResultMBB', '/bankResultAMB'] });
const fpx = new FakeGateway('fpx', 'redirect', fpxAddresses);
const corporate = new FakeGateway('fpxCorporate', 'redirect', fpxAddresses);
const carrier = new FakeGateway('carrier', 'redirect', { callback: null });
// Serves no method any more: payments that began there end there.
const former = new FakeGateway('former', 'redirect', { returnRoutes: ['/bankResultMBBCASA'] });
// A method that the product does not have: its gateway is found by what it declares.
const demo = new FakeGateway('demo', 'redirect', { returnRoutes: ['/bankResultEGHL'] });
const gateways = createGatewaysInUse(
  {
    ...{ newCard: [cards], savedCard: [cards], epp: [cards], fpx: [fpx], fpxCorporate: [corporate], dcb: [carrier] },
    ...{ demo: [demo] },
  },
  [former],
);

test.each([
  ['/bankResultMBB', ['acquirer']],
  ['/bankResultAMB', ['acquirer']],
  ['/bankResultFPX', ['fpx', 'fpxCorporate']],
  ['/bankResultEGHL', ['demo']],
  ['/bankResultMBBCASA', ['former']],
  ['/cancelDCBPayment', []],
  ['/cancelPayment', []],
] as const)('a return to %s is from one of %j', (route, names) => {
  expect(gatewaysOfRoute(gateways, route).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['acquirer', ['acquirer']],
  ['fpx', ['fpx', 'fpxCorporate']],
  ['demo', ['demo']],
  ['fpxCorporate', []],
  ['f', []],
  ['', []],
  ['carrier', []],
])('a callback at %j is from one of %j', (callback, names) => {
  expect(gatewaysOfCallback(gateways, callback).map(({ name }) => name)).toEqual(names);
});

test('a gateway is found by its name', () => {
  expect(findGateway(gateways, 'fpxCorporate')).toBe(corporate);
  expect(findGateway(gateways, 'former')).toBe(former);
  expect(findGateway(gateways, 'nobody')).toBeNull();
});

test('a method begins at its first gateway, and has the banks of that one', async () => {
  const bank = { id: 'TEST0021', name: 'Test', isOnline: true };
  const banks = { listBanks: async () => [bank], clearCache: () => {} };
  const provider = Object.assign(new FakeGateway('provider'), { banks });
  const withBanks = createGatewaysInUse({ fpx: [provider, fpx], fpxCorporate: [corporate, provider] });
  expect(findGatewayOfMethod(withBanks, 'fpx')).toBe(provider);
  expect(findGatewayOfMethod(withBanks, 'counter')).toBeNull();
  expect(await listBanks(withBanks, 'personal')).toEqual([bank]);
  expect(await listBanks(withBanks, 'corporate')).toEqual([]);
});

test('offers the wallets that a gateway of wallets has', () => {
  const all = new FakeGateway('eghl');
  const some = Object.assign(new FakeGateway('chip'), { wallets: ['touchngo', 'grabpay', 'bigpay'] });
  const walletsOf = (...wallet: readonly FakeGateway[]) => listWallets(createGatewaysInUse({ wallet }));
  expect(walletsOf(some)).toEqual(['grabpay', 'touchngo']);
  expect(walletsOf(some, all)).toEqual(['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo']);
  expect(listWallets(createGatewaysInUse({}))).toEqual([]);
});
