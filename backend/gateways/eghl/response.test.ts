import { computeHash } from './hash';
import { readResponse, readTxnStatus } from './response';

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
  ['15', '', 'pending'],
  ['16', '', 'successful'],
  ['31', '', 'pending'],
  ['-1', '', 'unknown'],
  ['-2', '', 'unknown'],
  ['77', '', 'pending'],
])('TxnStatus %s %p is %s', (status, message, verdict) => {
  expect(readTxnStatus(status, message)).toBe(verdict);
});

test('parses a signed response', () => {
  expect(readResponse(sign(), trust)).toEqual({
    ok: true,
    value: {
      number: 'a1b2c3d4e5f6a7b8c9d0',
      verdict: 'successful',
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
  ['a good HashValue alone', { ...sign(), HashValue2: '0'.repeat(64) }, 'unsigned'],
  ['no hash', { ...sign(), HashValue2: '' }, 'malformed'],
  ['no amount', sign({ Amount: '' }), 'malformed'],
  ['nothing', {}, 'malformed'],
])('refuses %s', (_name, fields, error) => {
  expect(readResponse(fields, trust)).toEqual({ ok: false, error });
});
