import en from '@/messages/en.json';
import { carrierMessageKey } from './dcb';
import { isKnownWallet } from './wallet';

// Specification, section 1.
test.each([
  ['boost', 'Boost'],
  ['shopeepay', 'Shopee Pay'],
  ['setel', 'Setel'],
  ['grabpay', 'GrabPay'],
  ['touchngo', 'TouchNGo'],
] as const)('the wallet %s is named %s', (id, name) => {
  expect(isKnownWallet(id)).toBe(true);
  expect(en.wallets[id]).toBe(name);
});

test('each carrier that we know has labels, another goes viaProxy its id', () => {
  const labels = ['carrier-a', 'carrier-b', 'carrier-c'].map(carrierMessageKey);
  expect(labels).toEqual(['carrierA', 'carrierB', 'carrierC']);
  expect(Object.keys(en.carriers)).toEqual(expect.arrayContaining(labels));
  expect(carrierMessageKey('carrier-z')).toBeNull();
  expect(carrierMessageKey('constructor')).toBeNull();
});
