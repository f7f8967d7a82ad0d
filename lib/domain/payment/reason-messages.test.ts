import { readFileSync } from 'node:fs';
import path from 'node:path';
import en from '@/messages/en.json';
import { moneySourceOf, reasonMessageKey } from './reason-messages';

/** The reasons of a declined payment that the acquirer's protocol documents. */
function listAcquirerReasons(): readonly string[] {
  const readme = readFileSync(path.join(process.cwd(), 'backend/gateways/acquirer/README.md'), 'utf8');
  const row = /^\| `declined` .*$/m.exec(readme)?.[0] ?? '';
  const [, list = ''] = row.split('`reason` is one of');
  return [...list.matchAll(/`([a-z-]+)`/g)].map(([, reason = '']) => reason);
}

test('the acquirer documents its reasons', () => {
  expect(listAcquirerReasons()).toEqual(expect.arrayContaining(['declined', 'lost-or-stolen', 'instalment-refused']));
});

test.each(listAcquirerReasons())('the acquirer’s reason %s has a message', (reason) => {
  expect(reasonMessageKey({ method: 'newCard', reasonCode: reason })).not.toBeNull();
});

test.each(['lost-or-stolen', 'account-closed', 'stop-payment', 'issuer-declined', 'instalment-refused'])(
  '%s is not told from any other refusal: the card’s finder may be reading',
  (reason) => {
    expect(reasonMessageKey({ method: 'newCard', reasonCode: reason })).toBe('declined');
  },
);

test('FPX’s code for too little money names no card', () => {
  const key = reasonMessageKey({ method: 'fpx', reasonCode: '51' }) ?? 'declined';
  expect(en.reasons[key]).toBe('There was not enough money in the account.');
});

test('a code without a message has none', () => {
  expect(['unheard-of', null].map((reasonCode) => reasonMessageKey({ method: 'newCard', reasonCode }))).toEqual([
    null,
    null,
  ]);
});

test('a wallet’s refusal names no bank', () => {
  expect(reasonMessageKey({ method: 'wallet', reasonCode: 'declined' })).toBe('walletDeclined');
});

test.each([
  ['newCard', 'declined', 'card'],
  ['newCard', 'unheard-of', 'account'],
  ['newCard', null, 'account'],
  ['fpx', '51', 'account'],
  ['m2u', null, 'account'],
  ['wallet', 'declined', 'wallet'],
  ['dcb', null, 'phone'],
  [null, 'declined', 'account'],
] as const)('the money of an attempt by %s that failed with the reason %s: %s', (method, reasonCode, source) => {
  expect(moneySourceOf({ method, reasonCode })).toBe(source);
});
