import fc from 'fast-check';
import { computeXSignature, verifyXSignature } from './x-signature';

/* The vectors are those of Billplz's documents: Billplz/api_slate, source/index.html.md, X Signature and Payment Completion. */

const key = 'S-s7b4yWpp9h7rrkNM1i3Z_g';
const callback = {
  id: 'zq0tm2wc',
  collection_id: 'yhx5t1pp',
  paid: 'true',
  state: 'paid',
  amount: '100',
  paid_amount: '100',
  due_at: '2018-9-27',
  email: 'tester@test.com',
  mobile: '',
  name: 'TESTER',
  url: 'http://www.billplz-sandbox.com/bills/zq0tm2wc',
  paid_at: '2018-09-27 15:15:09 +0800',
};
const callbackSignature = '0fe0a20b8d557eeae570377783d062a3816a9ea80f368860bacfa7ec3ca4d00e';

test('signs a redirect as Billplz’s documents do', () => {
  const redirect = {
    'billplz[id]': 'zq0tm2wc',
    'billplz[paid]': 'true',
    'billplz[paid_at]': '2018-09-27 15:15:09 +0800',
    'billplz[x_signature]': 'not a part of it',
  };
  expect(computeXSignature(key, redirect)).toBe('4aab095fe5a39b1d534500988f9a0cb085cd1b6d5bbb55dd4e02ea6fa102b47b');
});

test('signs a callback as Billplz’s documents do', () => {
  expect(computeXSignature(key, callback)).toBe(callbackSignature);
  expect(computeXSignature(key, { ...callback, x_signature: 'not a part of it' })).toBe(callbackSignature);
});

test('signs a request as Billplz’s documents do', () => {
  const request = {
    ...{ collection_id: 'inbmmepb', description: 'testing', email: 'api@billplz.com', name: 'Michael', amount: '200' },
    callback_url: 'https://example.com/webhook',
  };
  expect(computeXSignature('abc123cde456', request)).toBe(
    'ef5e54a22af0925cba88fab467119742e90262e3646eea1dee3949938daf3a38',
  );
});

test.each(['', 'x', callbackSignature.toUpperCase(), `${callbackSignature}0`, '€'.repeat(64)])(
  'rejects the signature %j',
  (signature) => {
    expect(verifyXSignature(key, callback, callbackSignature)).toBe(true);
    expect(verifyXSignature(key, callback, signature)).toBe(false);
  },
);

test('rejects a field with the separator, whose signature is also that of two fields', () => {
  const joined = { id: 'a|paidtrue' };
  expect(computeXSignature(key, joined)).toBe(computeXSignature(key, { id: 'a', paid: 'true' }));
  expect(verifyXSignature(key, joined, computeXSignature(key, joined))).toBe(false);
  expect(verifyXSignature(key, { 'a|b': '1' }, computeXSignature(key, { 'a|b': '1' }))).toBe(false);
});

test('the order of the fields does not matter', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(Object.entries(callback), { minLength: 12 }), (entries) => {
      expect(computeXSignature(key, Object.fromEntries(entries))).toBe(callbackSignature);
    }),
  );
});
