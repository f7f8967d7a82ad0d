import { sen } from '@/lib/domain/money';
import {
  describeBill,
  describePayment,
  describeResult,
  fillPaymentData,
  nothingCarried,
  paymentDataFields,
} from './payment-data';

const pseudonyms = {
  ofReference: (reference: string) => `name of ${reference}`,
  ofPerson: (value: string) => `digest of ${value}`,
};
const payment = { refid: 'ref', paymentId: 'id', partnerKey: 'DEMO-SHOP', accountNumber: null, partnerUserKey: null };
const unknown = { carried: nothingCarried, email: null };
/** What a visit knows that has looked up its bill and typed its address. */
const visit = {
  carried: {
    accountNumber: 'digest of 1234567801',
    totalAmountDue: '138.78',
    customerType: 'REGULAR',
    partnerUserKey: 'digest of user-7',
  },
  email: 'payer@ebill.example',
};

/** What is available of some data. */
function known(data: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== 'NA'));
}

test('all fields of the specification are there, NA where a value is not available', () => {
  const nothing = fillPaymentData({});
  expect(Object.keys(nothing)).toEqual([
    ...['transactionRefId', 'totalAmount', 'channel', 'accountType', 'accountNumber', 'totalAmountDue', 'customerType'],
    ...['channelKey', 'paymentId', 'paymentType', 'partnerUserKey', 'email', 'amount'],
  ]);
  expect(paymentDataFields).toEqual(Object.keys(nothing));
  expect(known(nothing)).toEqual({});
});

test('of a bill: its account, what is due, and the type of the customer', () => {
  const bill = { accountNumber: '1234567801', currentBalance: sen(13_878), customerType: 'REGULAR' };
  expect(known(describeBill(bill, pseudonyms))).toEqual({
    accountNumber: 'digest of 1234567801',
    totalAmountDue: '138.78',
    customerType: 'REGULAR',
  });
  expect(describeBill({ ...bill, currentBalance: sen(-2_000) }, pseudonyms).totalAmountDue).toBe('-20.00');
});

test('of a payment: its amounts, its partner, and names for its references', () => {
  const page = { ...payment, itemTotal: sen(12_900), total: sen(13_000) };
  expect(known(describePayment(page, unknown, pseudonyms))).toEqual({
    transactionRefId: 'name of ref',
    paymentId: 'name of id',
    channelKey: 'DEMO-SHOP',
    totalAmount: '130.00',
    amount: '129.00',
  });
});

test('of a result: the same, with its one amount', () => {
  const result = { ...payment, amount: sen(100_000) };
  expect(known(describeResult(result, unknown, pseudonyms))).toEqual({
    transactionRefId: 'name of ref',
    paymentId: 'name of id',
    channelKey: 'DEMO-SHOP',
    totalAmount: '1000.00',
    amount: '1000.00',
  });
});

// Specification, section 3: the values that are known are carried to the result.
test('of a payment and its result: what the visit knows, with digests of what names a person', () => {
  const carried = {
    accountNumber: 'digest of 1234567801',
    totalAmountDue: '138.78',
    customerType: 'REGULAR',
    partnerUserKey: 'digest of user-7',
    email: 'digest of payer@ebill.example',
  };
  const page = { ...payment, partnerUserKey: 'user-7', itemTotal: sen(12_900), total: sen(13_000) };
  expect(describePayment(page, visit, pseudonyms)).toMatchObject(carried);
  const result = { ...payment, accountNumber: '1234567801', amount: sen(13_000) };
  expect(describeResult(result, visit, pseudonyms)).toMatchObject(carried);
});
