import { createDataEncryption } from '../data-encryption';
import { findCardOwner, maySaveCards, partnerCardOwner, partnerCustomerAccount } from './card-owner';
import type { Order } from './model';

const customer = { accountNumber: '1234567801', profile: [] };
const partner = { partner_key: 'DEMO-SHOP' };
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
} as const satisfies Record<string, Pick<Order, 'refid' | 'partner_key' | 'customer' | 'customer_check'>>;

const sealer = createDataEncryption(Buffer.alloc(32, 7));
const device = 'd'.repeat(43);

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
  expect(maySaveCards(order)).toBe(maySave);
  const customerOwner = account === null ? null : `partner:DEMO-SHOP:${account}`;
  expect(partnerCardOwner(order)).toBe(customerOwner);
  expect(findCardOwner({ encryption: sealer }, order, undefined)).toBe(customerOwner);
  const ofDevice = maySave ? expect.stringMatching(/^device:[\w-]{43}$/) : null;
  expect(findCardOwner({ encryption: sealer }, order, device)).toEqual(customerOwner ?? ofDevice);
});

test('row 15: a customer of another partner with the same account has other cards', () => {
  const order = orders['a customer vouched for'];
  const owner = findCardOwner({ encryption: sealer }, order, device);
  expect(findCardOwner({ encryption: sealer }, { ...order, partner_key: 'PALE' }, device)).not.toBe(owner);
});

test('each device has its own cards', () => {
  const order = orders['nobody vouched for'];
  const owner = findCardOwner({ encryption: sealer }, order, device);
  expect(findCardOwner({ encryption: sealer }, order, device)).toBe(owner);
  expect(findCardOwner({ encryption: sealer }, order, 'e'.repeat(43))).not.toBe(owner);
});
