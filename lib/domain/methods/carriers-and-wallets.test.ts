import en from '@/messages/en.json';
import { carrierMessageKey } from './dcb';
import { isKnownWallet, sortWallets } from './wallet';

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

test.each(['bigpay', 'Boost', 'constructor', ''])('the wallet %j has no known name', (id) => {
  expect(isKnownWallet(id)).toBe(false);
});

test.each([
  ['carrier-a', 'carrierA', 'Carrier A'],
  ['carrier-b', 'carrierB', 'Carrier B'],
  ['carrier-c', 'carrierC', 'Carrier C'],
] as const)('the carrier %s has the message key %s, which reads %s', (id, key, name) => {
  expect(carrierMessageKey(id)).toBe(key);
  expect(en.carriers[key]).toBe(name);
});

test.each(['carrier-z', 'constructor', ''])('the carrier %j has no message key', (id) => {
  expect(carrierMessageKey(id)).toBeNull();
});

test('the wallets that most payers have are listed first, the others as the backend lists them', () => {
  expect(sortWallets(['boost', 'shopeepay', 'bigpay', 'touchngo'])).toEqual([
    'touchngo',
    'boost',
    'shopeepay',
    'bigpay',
  ]);
  expect(sortWallets([])).toEqual([]);
});
