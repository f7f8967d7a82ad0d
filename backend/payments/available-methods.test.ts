import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { createGatewaysInUse } from '../gateways-in-use';
import { FakeGateway } from '../gateways/fake-gateway.fixture';
import { availableMethods } from './available-methods';

const gateway = new FakeGateway('any');
const services = { gateways: createGatewaysInUse({ fpx: [gateway], epp: [gateway], newCard: [gateway] }) };

test.each([
  [false, null, ['newCard', 'fpx']],
  [true, null, ['newCard', 'epp', 'fpx']],
  [true, ['fpx', 'epp'], ['epp', 'fpx']],
  [false, ['fpx', 'epp'], ['fpx']],
  [true, ['counter'], []],
  [true, [], []],
] as const)('in instalments: %p, of its partner’s %j: offers %j', (isEpp, wanted, expected) => {
  const order = { is_epp: isEpp, provider_keys: wanted as readonly PaymentMethod[] | null };
  expect(availableMethods(services, order)).toEqual(expected);
});

test('offers cards of a gateway with its own card page', () => {
  const chip = Object.assign(new FakeGateway('chip'), { cardEntry: 'gateway' as const });
  const gateways = createGatewaysInUse({ fpx: [chip], newCard: [chip] });
  expect(availableMethods({ gateways }, { is_epp: false, provider_keys: null })).toEqual(['newCard', 'fpx']);
});
