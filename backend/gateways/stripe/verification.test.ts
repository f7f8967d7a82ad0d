import type { AttemptOrder } from '../gateway';
import { setupSessionSchema } from './messages';
import { readToken, writeToken } from './token-ids';
import { readSetup } from './verification';

/* Objects are those of Stripe's API reference: a Checkout Session in setup mode, with its SetupIntent and PaymentMethod expanded. */

const number = 'abcdefghij0000000001';
const now = Date.parse('2026-11-24T03:00:00Z');
const customer = 'cus_NffrFeUfNV2Hib';
const paymentMethod = 'pm_1MqLiJLkdIwHu7ixUEgbFdYF';

const cardOf = (changed: object = {}) => ({
  ...{ brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2031, funding: 'credit' },
  ...changed,
});
const methodOf = (changed: object = {}) => ({
  ...{ id: paymentMethod, object: 'payment_method', type: 'card', customer, card: cardOf() },
  ...changed,
});
function sessionOf(changed: object = {}, setup: object = {}) {
  return {
    ...{ id: 'cs_test_a1b2c3', object: 'checkout.session', mode: 'setup', status: 'complete', customer },
    ...{ payment_status: 'no_payment_required', amount_total: null, currency: 'myr', client_reference_id: number },
    ...{ expires_at: now / 1000 + 60, payment_intent: null },
    setup_intent: {
      ...{ id: 'seti_1Mm8s8LkdIwHu7ix', object: 'setup_intent', status: 'succeeded', usage: 'off_session' },
      ...{ customer, last_setup_error: null, payment_method: methodOf() },
      ...setup,
    },
    ...changed,
  };
}
const read = (answer: object) => readSetup(setupSessionSchema.parse(answer), answer, { number } as AttemptOrder, now);
const error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' };

test('a card is kept by a setup that has succeeded: its token is the ids of its customer and its payment method', () => {
  expect(read(sessionOf())).toEqual({
    report: {
      ...{ number, status: 'successful', amount: 0, currency: 'MYR', reasonCode: 'succeeded' },
      ...{ gatewayReference: 'seti_1Mm8s8LkdIwHu7ix', bankName: null },
    },
    card: { token: `${customer}:${paymentMethod}`, brand: 'visa', lastFour: '4242', expiry: '03/31' },
  });
});

test.each([
  ['of a scheme that is not registered', { payment_method: methodOf({ card: cardOf({ brand: 'unionpay' }) }) }],
  ['that is attached to another customer', { payment_method: methodOf({ customer: 'cus_another' }) }],
  ['that is attached to none', { payment_method: methodOf({ customer: null }) }],
  ['without its last digits', { payment_method: methodOf({ card: cardOf({ last4: '42' }) }) }],
  ['without an expiry', { payment_method: methodOf({ card: cardOf({ exp_month: 13 }) }) }],
  ['that is not told', { payment_method: paymentMethod }],
])('no card is kept %s', (_name, setup) => {
  expect(read(sessionOf({}, setup))).toMatchObject({
    report: { status: 'failed', reasonCode: 'no-token' },
    card: null,
  });
});

test.each([
  ['open', { status: 'requires_payment_method' }, 'pending'],
  ['open', { status: 'requires_action' }, 'pending'],
  ['open', { status: 'succeeded' }, 'pending'],
  ['complete', { status: 'processing' }, 'pending'],
  ['complete', { status: 'a status of tomorrow' }, 'pending'],
  ['complete', { status: 'canceled' }, 'cancelled'],
  ['expired', { status: 'canceled' }, 'cancelled'],
  ['expired', { status: 'canceled', last_setup_error: error }, 'failed'],
])('no card is kept by a session that is %s with %j: %s', (status, setup, expected) => {
  const told = read(sessionOf({ status }, { payment_method: null, ...setup }));
  expect(told).toMatchObject({ report: { status: expected, amount: 0 }, card: null });
});

test('a session that has ended by its time is expired', () => {
  const told = read(sessionOf({ status: 'expired', expires_at: now / 1000 }, { status: 'canceled' }));
  expect(told).toMatchObject({ report: { status: 'expired' }, card: null });
});

test('a session of a payment, and one without our number, is none', () => {
  for (const changed of [{ mode: 'payment' }, { client_reference_id: null }, { client_reference_id: 'another' }]) {
    expect(setupSessionSchema.safeParse(sessionOf(changed)).success).toBe(false);
  }
});

test('reads its own tokens only', () => {
  const ids = { customer, paymentMethod };
  expect(readToken(writeToken(ids))).toEqual(ids);
  for (const token of [
    '',
    customer,
    `${customer}:`,
    `${paymentMethod}:${customer}`,
    `${customer}:${paymentMethod}:x`,
  ]) {
    expect(readToken(token)).toBeNull();
  }
  expect(readToken(`cus_/../v1:${paymentMethod}`)).toBeNull();
});
