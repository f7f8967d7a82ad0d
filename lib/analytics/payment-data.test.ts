import { sen } from '@/lib/domain/money';
import {
  describeBill,
  describePayment,
  describeResult,
  fillPaymentData,
  paymentDataFields,
  withheldFields,
} from './payment-data';

const nameReference = (reference: string) => `name of ${reference}`;
const payment = { refid: 'ref', paymentId: 'id', partnerKey: 'DEMO-SHOP' };
/** The payer's data that no event may contain. */
const person = { accountNumber: '1234567801', email: 'payer@ebill.example', partneruserkey: 'user-7' };

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

test('of a bill: what is due, and the type of the customer', () => {
  const bill = { ...person, currentBalance: sen(13_878), customerType: 'REGULAR' };
  expect(known(describeBill(bill))).toEqual({ totalAmountDue: '138.78', customerType: 'REGULAR' });
  expect(describeBill({ ...bill, currentBalance: sen(-2_000) }).totalAmountDue).toBe('-20.00');
});

test('of a payment: its amounts, its partner, and names for its references', () => {
  const page = { ...person, ...payment, itemTotal: sen(12_900), total: sen(13_000) };
  expect(known(describePayment(page, nameReference))).toEqual({
    transactionRefId: 'name of ref',
    paymentId: 'name of id',
    channelKey: 'DEMO-SHOP',
    totalAmount: '130.00',
    amount: '129.00',
  });
});

test('of a result: the same, with its one amount', () => {
  const result = { ...person, ...payment, amount: sen(100_000) };
  expect(known(describeResult(result, nameReference))).toEqual({
    transactionRefId: 'name of ref',
    paymentId: 'name of id',
    channelKey: 'DEMO-SHOP',
    totalAmount: '1000.00',
    amount: '1000.00',
  });
});

test('what names a person is never available', () => {
  const page = { ...person, ...payment, itemTotal: sen(12_900), total: sen(13_000) };
  for (const field of withheldFields) expect(describePayment(page, nameReference)[field]).toBe('NA');
});
