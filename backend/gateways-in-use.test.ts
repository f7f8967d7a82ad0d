import { findGateway, gatewaysOfCallback, gatewaysOfRoute, type GatewaysInUse } from './gateways-in-use';
import { FakeGateway } from './gateways/fake-gateway.fixture';

const fpxAddresses = { callback: 'fpx', returnRoutes: ['/bankResultFPX'] } as const;
const cards = new FakeGateway('acquirer', 'redirect', { returnRoutes: ['/bankResultMBB', '/bankResultAMB'] });
const fpx = new FakeGateway('fpx', 'redirect', fpxAddresses);
const corporate = new FakeGateway('fpxCorporate', 'redirect', fpxAddresses);
const carrier = new FakeGateway('carrier', 'redirect', { callback: null });
// A method that the product does not have: its gateway is found by what it declares.
const demo = new FakeGateway('demo', 'redirect', { returnRoutes: ['/bankResultEGHL'] });
const gateways: GatewaysInUse = {
  ofMethod: {
    ...{ newCard: cards, savedCard: cards, epp: cards, fpx, fpxCorporate: corporate, dcb: carrier },
    ...{ demo },
  },
  listBanks: async () => [],
  forgetBanks: () => {},
};

test.each([
  ['/bankResultMBB', ['acquirer']],
  ['/bankResultAMB', ['acquirer']],
  ['/bankResultFPX', ['fpx', 'fpxCorporate']],
  ['/bankResultEGHL', ['demo']],
  ['/bankResultMBBCASA', []],
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
  expect(findGateway(gateways, 'nobody')).toBeNull();
});
