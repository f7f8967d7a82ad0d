import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { apiErrorEvent, eventTable, methodEvent, paymentResultEvent, quickPayViewEvent, stepEvent } from './events';
import { fillPaymentData, paymentDataFields } from './payment-data';

const payment = fillPaymentData({ amount: '138.78' });
const failedCall = { page: '/', method: 'POST', url: '/api/bill/lookup', message: 'Network Error' } as const;

/** One of each. */
const events = [
  quickPayViewEvent(),
  stepEvent('bill_view', payment),
  stepEvent('proceed_to_payment', payment),
  stepEvent('payment_view', payment),
  methodEvent('method_choice', 'fpx', payment),
  methodEvent('payment_attempt', 'fpx', payment),
  paymentResultEvent('successful', 'fpx', payment),
  apiErrorEvent(failedCall),
];

test('every event of the table can be created, with the values of the table', () => {
  expect(events.map(({ event }) => event)).toEqual(Object.keys(eventTable));
  for (const { event, title, contentType, platform, ...carried } of events) {
    const row = eventTable[event];
    expect([event, Object.keys(carried).sort()]).toEqual([event, row.carries.toSorted()]);
    expect({ event, title, contentType, platform }).toEqual({
      event,
      title: row.title === 'of the page' ? 'Quick Pay' : row.title,
      contentType: 'APG',
      platform: 'ebill',
    });
  }
});

test.each<[PaymentMethod, string]>([
  ['savedCard', 'Cards'],
  ['newCard', 'Cards'],
  ['epp', 'Cards'],
  ['fpx', 'FPX'],
  ['fpxCorporate', 'FPX'],
  ['m2u', 'Maybank2u'],
  ['wallet', 'Wallet'],
  ['dcb', 'DCB'],
  ['counter', 'Wallet'],
  ['duitnowQr', 'Wallet'],
])('%s is reported as %s', (method, label) => {
  const event = methodEvent('payment_attempt', method, payment);
  expect(event.methodLabel).toBe(label);
  expect(event.payment).toEqual({ ...payment, paymentType: event.methodCategory });
  expect(paymentMethods).toContain(method);
});

test('without a method its names are not available', () => {
  expect(paymentResultEvent('cancelled', null, payment)).toMatchObject({
    methodLabel: 'NA',
    methodCategory: 'NA',
    payment: { paymentType: 'NA' },
  });
});

test.each([
  ['/', 'Quick Pay'],
  ['/pay/ebill', 'Quick Pay'],
  ['/pay/direct/ebill', 'Quick Pay'],
  ['/epayment/entry', 'Proceed To Payment'],
  ['/bankResultFPX', 'Proceed To Payment'],
])('an API error on %s has the title %s', (page, title) => {
  expect(apiErrorEvent({ ...failedCall, page }).title).toBe(title);
});

test('an API error names no person and no payment', () => {
  const url = 'https://pay.example/api/payment/pay?refid=abcdefghijklmnopqrstuvwxyz';
  const { method, url: path, message } = apiErrorEvent({ ...failedCall, url, message: 'No account 1234567801' });
  expect({ method, path, message }).toEqual({ method: 'POST', path: '/api/payment/pay', message: 'No account *' });
});

describe('docs/analytics.md', () => {
  const page = readFileSync(join(process.cwd(), 'docs/analytics.md'), 'utf8');
  /** The cells of the rows below a heading, without code marks. */
  const rowsBelow = (heading: string) =>
    (page.split(`## ${heading}\n`)[1] ?? '')
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => /^\| `/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('`', '')),
      );

  test('has the table of events', () => {
    const documented = rowsBelow('Events').map(([event, , title, carries = '']) => [event, title, carries]);
    const known = Object.entries(eventTable).map(([event, { title, carries }]) => [event, title, carries.join(', ')]);
    expect(documented).toEqual(known);
  });

  test('has the payment data, and what of it is digested', () => {
    const rows = rowsBelow('Payment data');
    expect(rows.map(([field]) => field)).toEqual([...paymentDataFields]);
    const digested = rows.filter(([, value = '']) => value.startsWith('a digest of')).map(([field]) => field);
    expect(digested).toEqual(['accountNumber', 'partnerUserKey', 'email']);
  });
});
