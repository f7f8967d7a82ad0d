import { isFinalDecline, needsPayer, readCause, readDecline } from './declines';

/* Codes and next steps are those of docs.stripe.com/declines/codes, advice that of docs.stripe.com/declines/card. */

const cardDeclined = (declineCode: string, adviceCode?: string) => ({
  ...{ type: 'card_error', code: 'card_declined', decline_code: declineCode },
  ...(adviceCode !== undefined && { advice_code: adviceCode }),
});

test.each([
  'insufficient_funds',
  'generic_decline',
  'do_not_honor',
  'try_again_later',
  'processing_error',
  'issuer_not_available',
  'card_velocity_exceeded',
  'withdrawal_count_limit_exceeded',
  'a_code_of_tomorrow',
])('a card may be charged again after %s', (code) => {
  const reason = readDecline(cardDeclined(code, 'try_again_later'));
  expect(reason).toBe(code);
  expect([isFinalDecline(reason), needsPayer(reason)]).toEqual([false, false]);
});

test.each([
  'lost_card',
  'stolen_card',
  'pickup_card',
  'invalid_account',
  'incorrect_number',
  'revocation_of_authorization',
  'revocation_of_all_authorizations',
  'stop_payment_order',
  'transaction_not_allowed',
  'expired_card',
])('a card must not be charged again after %s', (code) => {
  const reason = readDecline(cardDeclined(code, 'do_not_try_again'));
  expect(reason).toBe(code);
  expect([isFinalDecline(reason), needsPayer(reason)]).toEqual([true, false]);
});

test('an expired card is told by the error’s code', () => {
  expect(readDecline({ type: 'card_error', code: 'expired_card' })).toBe('expired_card');
});

test('Stripe’s advice never to try again is final, whatever the code', () => {
  const reason = readDecline(cardDeclined('do_not_honor', 'do_not_try_again'));
  expect(reason).toBe('do_not_honor:do_not_try_again');
  expect(isFinalDecline(reason)).toBe(true);
});

test.each([
  ['the decline code', cardDeclined('authentication_required')],
  [
    'the error’s code',
    { type: 'card_error', code: 'authentication_required', decline_code: 'authentication_not_handled' },
  ],
  ['the decline code, with advice', cardDeclined('authentication_required', 'do_not_try_again')],
])('an authentication that is required, by %s, needs the payer', (_name, failure) => {
  const reason = readDecline(failure);
  expect([isFinalDecline(reason), needsPayer(reason)]).toEqual([false, true]);
});

test('a reason is short, and never empty', () => {
  expect(readDecline({})).toBe('unknown');
  expect(readDecline(cardDeclined('x'.repeat(99), 'do_not_try_again')).length).toBeLessThanOrEqual(64);
});

test.each([
  ['issuer_not_available', 'fault'],
  ['processing_error', 'fault'],
  ['insufficient_funds', null],
  ['card_declined', null],
  ['incorrect_pin', null],
])('what %s tells of the bank: %s', (code, cause) => {
  expect(readCause(code)).toBe(cause);
});
