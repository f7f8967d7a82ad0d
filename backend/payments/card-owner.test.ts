import { createDataEncryption } from '../data-encryption';
import { FakeGateway } from '../gateways/fake-gateway.fixture';
import type { GatewayTokens } from '../gateways/gateway';
import { createGatewaysInUse } from '../gateways-in-use';
import { findCardOwner, maySaveCards, partnerCardOwner, partnerCustomerAccount } from './card-owner';
import type { Order } from './model';

const customer = { accountNumber: '1234567801', profile: [] };
const partner = { partner_key: 'DEMO-SHOP', bill_account: null, is_bill: true, account_number: '2234567801' };
const orders = {
  'nobody vouched for': { ...partner, refid: 'a'.repeat(26), customer: null, customer_check: 'not-needed' },
  'a customer vouched for': { ...partner, refid: 'a'.repeat(26), customer, customer_check: 'not-needed' },
  'a customer whose token holds': { ...partner, refid: 'a'.repeat(26), customer, customer_check: 'passed' },
  'a customer whose token is not checked yet': { ...partner, refid: 'a'.repeat(26), customer, customer_check: 'due' },
  'a customer whose token does not hold': { ...partner, refid: 'a'.repeat(26), customer, customer_check: 'refused' },
  'nobody, on a kiosk': { ...partner, refid: `KWEB${'a'.repeat(26)}`, customer: null, customer_check: 'not-needed' },
  'a customer vouched for, on a kiosk': {
    ...partner,
    refid: `KWEB${'a'.repeat(26)}`,
    customer,
    customer_check: 'passed',
  },
} as const satisfies Record<string, Partial<Order>>;

const sealer = createDataEncryption(Buffer.alloc(32, 7));
const device = 'd'.repeat(43);

const addresses = { returnRoutes: ['/bankResultMBB'] } as const;
const acquirer = new FakeGateway('acquirer', 'redirect', addresses);
const services = {
  encryption: sealer,
  gateways: createGatewaysInUse({ newCard: [acquirer], savedCard: [acquirer] }),
};
const keeper = Object.assign(new FakeGateway('chip', 'redirect', addresses), {
  cardEntry: 'gateway' as const,
  tokens: {} as GatewayTokens,
});
const kept = { encryption: sealer, gateways: createGatewaysInUse({ newCard: [keeper], savedCard: [keeper] }) };

test.each([
  ['nobody vouched for', null, true],
  ['a customer vouched for', '1234567801', true],
  ['a customer whose token holds', '1234567801', true],
  ['a customer whose token is not checked yet', null, true],
  ['a customer whose token does not hold', null, true],
  ['nobody, on a kiosk', null, false],
  ['a customer vouched for, on a kiosk', '1234567801', true],
] as const)('%s: cards of %p, may save: %p', (name, account, maySave) => {
  const order = orders[name];
  expect(partnerCustomerAccount(order)).toBe(account);
  expect(maySaveCards(services, order)).toBe(maySave);
  const customerOwner = account === null ? null : `partner:DEMO-SHOP:${account}`;
  expect(partnerCardOwner(order)).toBe(customerOwner);
  expect(findCardOwner(services, order, undefined)).toBe(customerOwner);
  const ofDevice = maySave ? expect.stringMatching(/^device:[\w-]{43}$/) : null;
  expect(findCardOwner(services, order, device)).toEqual(customerOwner ?? ofDevice);
});

test('row 15: a customer of another partner with the same account has other cards', () => {
  const order = orders['a customer vouched for'];
  const owner = findCardOwner(services, order, device);
  expect(findCardOwner(services, { ...order, partner_key: 'PALE' }, device)).not.toBe(owner);
});

test('each device has its own cards', () => {
  const order = orders['nobody vouched for'];
  const owner = findCardOwner(services, order, device);
  expect(findCardOwner(services, order, device)).toBe(owner);
  expect(findCardOwner(services, order, 'e'.repeat(43))).not.toBe(owner);
});

describe('cards that their gateway keeps, which are charged without a CVV', () => {
  const bill = orders['nobody vouched for'];

  test('row 59: belong on a device to the account that they have paid', () => {
    const owner = findCardOwner(kept, bill, device);
    expect(owner).toMatch(/^device:[\w-]{43}$/);
    expect(findCardOwner(kept, { ...bill, refid: 'b'.repeat(26) }, device)).toBe(owner);
    expect(findCardOwner(kept, { ...bill, account_number: '3234567801' }, device)).not.toBe(owner);
    expect(findCardOwner(kept, bill, 'e'.repeat(43))).not.toBe(owner);
    expect(findCardOwner(kept, bill, undefined)).toBeNull();
    expect(findCardOwner(services, bill, device)).not.toBe(owner);
  });

  test('are not saved on a device by an order that names no account', () => {
    const order = { ...bill, is_bill: false, account_number: null };
    expect(maySaveCards(kept, order)).toBe(false);
    expect(findCardOwner(kept, order, device)).toBeNull();
    expect(maySaveCards(services, order)).toBe(true);
  });

  test('belong to a customer vouched for as any others', () => {
    const order = orders['a customer vouched for'];
    expect(findCardOwner(kept, order, device)).toBe(findCardOwner(services, order, device));
  });

  test.each([
    ['new cards begin at another gateway', { newCard: [acquirer], savedCard: [keeper] }],
    ['saved cards are charged at another gateway', { newCard: [keeper], savedCard: [acquirer] }],
    ['no gateway charges saved cards', { newCard: [keeper] }],
  ])('are not saved where %s', (_name, methods) => {
    expect(maySaveCards({ gateways: createGatewaysInUse(methods) }, bill)).toBe(false);
  });
});
