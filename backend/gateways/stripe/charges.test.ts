import { readChargeIntent } from './charges';
import { chargeIntentSchema } from './messages';

/* The statuses are those of the PaymentIntent lifecycle (docs.stripe.com/payments/paymentintents/lifecycle). */

const number = 'abcdefghij0000000001';
const intentOf = (changed: object) =>
  chargeIntentSchema.parse({
    ...{ id: 'pi_3MtwBwLkdIwHu7ix', status: 'succeeded', amount: 5_000, amount_received: 5_000, currency: 'myr' },
    ...{ metadata: { number, purpose: 'auto-debit' }, last_payment_error: null, latest_charge: null },
    ...changed,
  });
const error = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };

test.each([
  ['requires_confirmation', null, 'pending', 'requires_confirmation'],
  ['requires_action', null, 'pending', 'requires_action'],
  ['requires_payment_method', null, 'pending', 'requires_payment_method'],
  ['requires_payment_method', error, 'failed', 'insufficient_funds'],
  ['processing', null, 'pending', 'processing'],
  ['processing', error, 'pending', 'processing'],
  ['requires_capture', null, 'pending', 'requires_capture'],
  ['canceled', null, 'cancelled', 'canceled'],
  ['canceled', error, 'failed', 'insufficient_funds'],
  ['a status of tomorrow', null, 'pending', 'a status of tomorrow'],
])('a charge that is %s, after %j, is %s', (status, lastError, expected, reasonCode) => {
  const report = readChargeIntent(intentOf({ status, last_payment_error: lastError, amount_received: 0 }));
  expect(report).toMatchObject({ number, status: expected, reasonCode, amount: 5_000, currency: 'MYR' });
});

test('a charge that has succeeded reports what was received, also after an earlier failure', () => {
  const details = { type: 'card', card: { brand: 'visa' } };
  const intent = intentOf({
    ...{ amount_received: 4_999, last_payment_error: error },
    latest_charge: { payment_method_details: details },
  });
  expect(readChargeIntent(intent)).toEqual({
    ...{ number, status: 'successful', amount: 4_999, currency: 'MYR', gatewayReference: 'pi_3MtwBwLkdIwHu7ix' },
    ...{ reasonCode: 'succeeded', bankName: 'Visa' },
  });
});

test('a PaymentIntent that charges no kept card of ours is none', () => {
  const { metadata: _metadata, ...intent } = intentOf({});
  for (const metadata of [null, {}, { number }, { number: '1', purpose: 'auto-debit' }, { number, purpose: 'other' }]) {
    expect(chargeIntentSchema.safeParse({ ...intent, metadata }).success).toBe(false);
  }
});
