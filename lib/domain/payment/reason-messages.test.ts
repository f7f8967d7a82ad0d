import { readFileSync } from 'node:fs';
import path from 'node:path';
import en from '@/messages/en.json';
import { isCardRefused, reasonMessageKey } from './reason-messages';

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
  expect(reasonMessageKey(reason)).not.toBeNull();
});

test.each(['lost-or-stolen', 'account-closed', 'stop-payment', 'issuer-declined', 'instalment-refused'])(
  '%s is not told from any other refusal: the card’s finder may be reading',
  (reason) => {
    expect(reasonMessageKey(reason)).toBe('declined');
  },
);

test('FPX’s code for too little money names no card', () => {
  const key = reasonMessageKey('51') ?? 'declined';
  expect(en.reasons[key]).toBe('There was not enough money in the account.');
});

test('a code without a message has none', () => {
  expect([reasonMessageKey('unheard-of'), reasonMessageKey(null)]).toEqual([null, null]);
});

test.each([
  ['newCard', 'declined', true],
  ['newCard', 'unheard-of', false],
  ['newCard', null, false],
  ['fpx', '51', false],
  [null, 'declined', false],
] as const)('a card of an attempt by %s with the reason %s was refused: %s', (method, reasonCode, isRefused) => {
  expect(isCardRefused({ method, reasonCode })).toBe(isRefused);
});
