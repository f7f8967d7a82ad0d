import { sen } from '@/lib/domain/money';
import { computeHash } from './hash';
import { readCause, readRefundResponse, readResponse, readTxnStatus } from './response';

const trust = {
  serviceId: 'EBL',
  password: 'secret',
  nameOfProvider: (code: string) => (code === 'TNG' ? 'TnG' : null),
};

function sign(changed: Record<string, string> = {}) {
  const fields = {
    TransactionType: 'SALE',
    PymtMethod: 'WA',
    ServiceID: 'EBL',
    PaymentID: 'a1b2c3d4e5f6a7b8c9d0',
    OrderNumber: 'a1b2c3d4e5f6a7b8c9d0',
    Amount: '138.78',
    CurrencyCode: 'MYR',
    TxnStatus: '0',
    TxnID: 'EBL0001',
    AuthCode: '',
    IssuingBank: 'TNG',
    ...changed,
  };
  return { ...fields, HashValue2: computeHash('response', trust.password, fields) };
}

test.each([
  ['0', '', 'successful'],
  ['1', '', 'failed'],
  ['1', 'Buyer cancelled', 'cancelled'],
  ['1', 'Duplicate Payment ID', 'unknown'],
  ['2', '', 'pending'],
  ['9', '', 'cancelled'],
  ['10', '', 'cancelled'],
  ['15', '', null],
  ['16', '', null],
  ['31', '', 'pending'],
  ['-1', '', 'unknown'],
  ['-2', '', 'unknown'],
  ['77', '', null],
  ['toString', '', null],
])('TxnStatus %s %p is %s', (status, message, expected) => {
  expect(readTxnStatus(status, message)).toBe(expected);
});

test('parses a signed response', () => {
  expect(readResponse('report', sign(), trust)).toEqual({
    ok: true,
    value: {
      number: 'a1b2c3d4e5f6a7b8c9d0',
      status: 'successful',
      amount: 13_878,
      currency: 'MYR',
      gatewayReference: 'EBL0001',
      reasonCode: '0',
      bankName: 'TnG',
    },
  });
});

test.each([
  ['another amount', { ...sign(), Amount: '1.00' }, 'unsigned'],
  ['another status', { ...sign({ TxnStatus: '1' }), TxnStatus: '0' }, 'unsigned'],
  ['another merchant', sign({ ServiceID: 'XXX' }), 'unsigned'],
  ['only a good HashValue', { ...sign(), HashValue2: '0'.repeat(64) }, 'unsigned'],
  ['no hash', { ...sign(), HashValue2: '' }, 'malformed'],
  ['no amount', sign({ Amount: '' }), 'malformed'],
  ['nothing', {}, 'malformed'],
  ['a card’s status, authorised', sign({ TxnStatus: '15' }), 'malformed'],
  ['a card’s status, captured', sign({ TxnStatus: '16' }), 'malformed'],
  ['a status that is not published', sign({ TxnStatus: '77' }), 'malformed'],
  ['an amount with a leading zero', sign({ Amount: '0138.78' }), 'malformed'],
  ['another order number', sign({ OrderNumber: 'b1b2c3d4e5f6a7b8c9d0' }), 'malformed'],
  ['no order number', sign({ OrderNumber: '' }), 'malformed'],
  ['a point in the authorisation code', sign({ AuthCode: '1.00' }), 'malformed'],
  ['a parameter that we did not send', sign({ Param6: '1' }), 'malformed'],
])('refuses %s', (_name, fields, error) => {
  expect(readResponse('report', fields, trust)).toEqual({ ok: false, error });
});

test.each(['', 'Transaction Failed', 'Buyer cancelled', 'Duplicate Payment ID'])(
  'row 41: a failure with the message %p, which is not hashed, needs a QUERY',
  (message) => {
    const fields = { ...sign({ TxnStatus: '1' }), TxnMessage: message };
    expect(readResponse('report', fields, trust)).toMatchObject({ value: { status: 'unknown', reasonCode: '1' } });
  },
);

test('row 41: a declined RM68.78 is not read as a captured RM8.78 with the same hash', () => {
  const declined = sign({ TxnStatus: '1', Amount: '68.78' });
  const captured = { ...declined, TxnStatus: '16', Amount: '8.78' };
  expect(computeHash('response', trust.password, captured)).toBe(declined.HashValue2);
  expect(readResponse('query', declined, trust)).toMatchObject({ value: { status: 'failed', amount: 6_878 } });
  expect(readResponse('report', captured, trust)).toEqual({ ok: false, error: 'malformed' });
  expect(readResponse('query', captured, trust)).toEqual({ ok: false, error: 'malformed' });
});

test('the response to a QUERY may have no order number', () => {
  const response = sign({ OrderNumber: '', TxnStatus: '-1', TxnID: '' });
  expect(readResponse('query', response, trust)).toMatchObject({ value: { status: 'unknown' } });
});

describe('the response to a REFUND of RM50.00', () => {
  const refund = { number: 'a1b2c3d4e5f6a7b8c9d0', amount: sen(5_000) };
  const signRefund = (changed: Record<string, string> = {}) =>
    sign({ TransactionType: 'REFUND', Amount: '50.00', ...changed });

  test.each([
    ['0', 'refunded'],
    ['1', 'refused'],
    ['2', 'unknown'],
    ['-1', 'unknown'],
    ['-2', 'unknown'],
    ['10', 'unknown'],
  ])('TxnStatus %s is %s', (TxnStatus, expected) => {
    expect(readRefundResponse(signRefund({ TxnStatus }), trust, refund)).toBe(expected);
  });

  test.each([
    ['another amount', signRefund({ Amount: '138.78' })],
    ['another payment', signRefund({ PaymentID: 'b1b2c3d4e5f6a7b8c9d0', OrderNumber: 'b1b2c3d4e5f6a7b8c9d0' })],
    ['another merchant', signRefund({ ServiceID: 'XXX' })],
    ['a bad hash', { ...signRefund(), HashValue2: '0'.repeat(64) }],
    ['another currency', signRefund({ CurrencyCode: 'SGD' })],
    ['nothing', {}],
  ])('is not understood with %s', (_name, fields) => {
    expect(readRefundResponse(fields, trust, refund)).toBe('unknown');
  });
});

test('of the statuses only a pending one tells of the wallet: a failure may be the payer’s', () => {
  const statuses = ['0', '1', '2', '9', '10', '31', '-1', '-2', ''];
  expect(statuses.filter((status) => readCause(status) !== null)).toEqual(['2']);
});
