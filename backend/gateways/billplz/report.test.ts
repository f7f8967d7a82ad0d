import { computeXSignature } from './x-signature';
import { readReference, readReport } from './report';

const number = 'abcdefghij0123456789';
/* The signed messages of Billplz's documents: Billplz/api_slate, source/index.html.md, Payment Completion. */
const account = { collectionId: 'yhx5t1pp', signatureKey: 'S-s7b4yWpp9h7rrkNM1i3Z_g' };
const redirect = {
  billplz_reference: number,
  'billplz[id]': 'zq0tm2wc',
  'billplz[paid]': 'true',
  'billplz[paid_at]': '2018-09-27 15:15:09 +0800',
  'billplz[x_signature]': '4aab095fe5a39b1d534500988f9a0cb085cd1b6d5bbb55dd4e02ea6fa102b47b',
};
const callback = {
  ...{ billplz_reference: number, id: 'zq0tm2wc', collection_id: 'yhx5t1pp', paid: 'true', state: 'paid' },
  ...{ amount: '100', paid_amount: '100', due_at: '2018-9-27', email: 'tester@test.com', mobile: '', name: 'TESTER' },
  ...{ url: 'http://www.billplz-sandbox.com/bills/zq0tm2wc', paid_at: '2018-09-27 15:15:09 +0800' },
  x_signature: '0fe0a20b8d557eeae570377783d062a3816a9ea80f368860bacfa7ec3ca4d00e',
};

function signed(fields: Record<string, string>): Record<string, string> {
  const { billplz_reference: reference, ...others } = fields;
  const name = others['billplz[id]'] === undefined ? 'x_signature' : 'billplz[x_signature]';
  const signature = computeXSignature(account.signatureKey, others);
  return { ...others, [name]: signature, ...(reference !== undefined && { billplz_reference: reference }) };
}

test('a redirect is a reason to enquire, whatever it says', () => {
  expect(readReport(redirect, account)).toEqual({
    ok: true,
    value: {
      ...{ number, status: 'unknown', amount: 0, currency: 'MYR' },
      ...{ gatewayReference: '', reasonCode: '', bankName: null },
    },
  });
});

test('a callback says that the bill is paid, and neither amount nor reference', () => {
  expect(readReport(callback, account)).toEqual({
    ok: true,
    value: {
      ...{ number, status: 'successful', amount: 0, currency: 'MYR' },
      ...{ gatewayReference: '', reasonCode: 'paid', bankName: null },
    },
  });
});

test('an unpaid bill says nothing of its payments', () => {
  const due = signed({ ...callback, paid: 'false', state: 'due', paid_amount: '0', paid_at: '' });
  expect(readReport(due, account)).toMatchObject({ ok: true, value: { status: 'unknown', amount: 100 } });
  const back = signed({ ...redirect, 'billplz[paid]': 'false', 'billplz[paid_at]': '' });
  expect(readReport(back, account)).toMatchObject({ ok: true, value: { status: 'unknown' } });
  const contradiction = signed({ ...callback, state: 'due' });
  expect(readReport(contradiction, account)).toMatchObject({ ok: true, value: { status: 'unknown' } });
});

test('reads the extra information of a payment, and fields that are not published, if they are signed', () => {
  const extra = { transaction_id: '711044E05418', transaction_status: 'completed', metadata: 'x' };
  expect(readReport(signed({ ...callback, ...extra }), account)).toMatchObject({ value: { status: 'successful' } });
  expect(readReport({ ...callback, ...extra }, account)).toEqual({ ok: false, error: 'unsigned' });
  const back = { ...redirect, 'billplz[transaction_id]': '711044E05418', 'billplz[transaction_status]': 'completed' };
  expect(readReport(signed(back), account)).toMatchObject({ ok: true, value: { number } });
  expect(readReport(back, account)).toEqual({ ok: false, error: 'unsigned' });
});

test('a parameter of the site beside a redirect is not a part of it', () => {
  expect(readReport({ ...redirect, lang: 'ms', 'a|b': '|' }, account).ok).toBe(true);
});

test.each([
  ['another amount', { paid_amount: '10000' }, 'unsigned'],
  ['another bill', { id: 'zq0tm2wd' }, 'unsigned'],
  ['another signature', { x_signature: 'f'.repeat(64) }, 'unsigned'],
  ['no signature', { x_signature: '' }, 'malformed'],
  ['an amount with a sign', { amount: '+100' }, 'malformed'],
  ['an unpublished truth', { paid: 'TRUE' }, 'malformed'],
  ['no number', { billplz_reference: '' }, 'malformed'],
  ['another gateway’s number', { billplz_reference: 'ABCDEFGHIJ0123456789' }, 'malformed'],
])('rejects a callback with %s', (_what, changed, error) => {
  expect(readReport({ ...callback, ...changed }, account)).toEqual({ ok: false, error });
});

test('rejects the signed callback of another collection', () => {
  expect(readReport(signed({ ...callback, collection_id: 'other' }), account)).toEqual({
    ok: false,
    error: 'unsigned',
  });
});

test('rejects a callback of an account with another key, and without fields', () => {
  expect(readReport(callback, { ...account, signatureKey: 'another-key-of-24-letters' }).ok).toBe(false);
  expect(readReport({}, account)).toEqual({ ok: false, error: 'malformed' });
  expect(readReport({ billplz_reference: number }, account)).toEqual({ ok: false, error: 'malformed' });
});

test('rejects more fields than any message has, however they are signed', () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`extra${index}`, 'x']));
  expect(readReport(signed({ ...callback, ...many }), account)).toEqual({ ok: false, error: 'malformed' });
});

test('finds the number of its own messages only', () => {
  expect(readReference(redirect)).toBe(number);
  expect(readReference({ ...redirect, billplz_reference: `${number}x` })).toBeNull();
  expect(readReference({ fpx_sellerExOrderNo: number })).toBeNull();
});
