import en from '@/messages/en.json';
import { carrierMessageKey } from './dcb';
import { isKnownWallet } from './wallet';

test('the wallets of the specification are known by name, another goes by its id', () => {
  const wallets = ['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'];
  expect(wallets.filter(isKnownWallet)).toEqual(wallets);
  expect(isKnownWallet('bigpay')).toBe(false);
});

test('each carrier that we know has words, another goes by its id', () => {
  const words = ['carrier-a', 'carrier-b', 'carrier-c'].map(carrierMessageKey);
  expect(words).toEqual(['carrierA', 'carrierB', 'carrierC']);
  expect(Object.keys(en.carriers)).toEqual(expect.arrayContaining(words));
  expect(carrierMessageKey('carrier-z')).toBeNull();
  expect(carrierMessageKey('constructor')).toBeNull();
});
