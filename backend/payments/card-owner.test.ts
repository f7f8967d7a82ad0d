import { createDataEncryption } from '../data-encryption';
import { findCardOwner, maySaveCards, partnerCustomerAccount } from './card-owner';
import type { Order } from './model';

const customer = { accountNumber: '1234567801', profile: [] };
const orders = {
  'nobody vouched for': { refid: 'a'.repeat(26), customer: null, customer_check: 'not-needed' },
  'a customer vouched for': { refid: 'a'.repeat(26), customer, customer_check: 'not-needed' },
  'a customer whose token holds': { refid: 'a'.repeat(26), customer, customer_check: 'passed' },
  'a customer whose token is not checked yet': { refid: 'a'.repeat(26), customer, customer_check: 'due' },
  'a customer whose token does not hold': { refid: 'a'.repeat(26), customer, customer_check: 'refused' },
  'nobody, on a kiosk': { refid: `KWEB${'a'.repeat(26)}`, customer: null, customer_check: 'not-needed' },
  'a customer vouched for, on a kiosk': { refid: `KWEB${'a'.repeat(26)}`, customer, customer_check: 'passed' },
} as const satisfies Record<string, Pick<Order, 'refid' | 'customer' | 'customer_check'>>;

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
  expect(findCardOwner({ encryption: sealer }, order, undefined)).toBe(account);
  const ofDevice = maySave ? expect.stringMatching(/^device:[\w-]{43}$/) : null;
  expect(findCardOwner({ encryption: sealer }, order, device)).toEqual(account ?? ofDevice);
});

test('each device has its own cards', () => {
  const order = orders['nobody vouched for'];
  const owner = findCardOwner({ encryption: sealer }, order, device);
  expect(findCardOwner({ encryption: sealer }, order, device)).toBe(owner);
  expect(findCardOwner({ encryption: sealer }, order, 'e'.repeat(43))).not.toBe(owner);
});
