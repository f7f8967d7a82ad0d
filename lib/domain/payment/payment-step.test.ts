import { canChooseMethod, getPaymentStep } from './payment-step';

test.each([
  ['open', null, 'choose'],
  ['expired', null, 'result'],
  ['cancelled', null, 'result'],
  ['open', { state: 'redirected', nextAction: { kind: 'redirect' } }, 'gateway-redirect'],
  ['open', { state: 'redirected', nextAction: { kind: 'direct-post' } }, 'enter-card'],
  ['open', { state: 'failed', nextAction: { kind: 'direct-post' } }, 'choose'],
  ['open', { state: 'redirected', nextAction: { kind: 'barcode' } }, 'show-barcode'],
  ['open', { state: 'redirected', nextAction: { kind: 'qr' } }, 'show-qr'],
  ['open', { state: 'initiated', nextAction: { kind: 'tac' } }, 'enter-tac'],
  ['open', { state: 'pending', nextAction: { kind: 'redirect' } }, 'result'],
  ['open', { state: 'pending-approval', nextAction: { kind: 'redirect' } }, 'result'],
  ['open', { state: 'initiated', nextAction: null }, 'result'],
  ['open', { state: 'failed', nextAction: { kind: 'redirect' } }, 'choose'],
  ['open', { state: 'cancelled', nextAction: null }, 'choose'],
  ['expired', { state: 'failed', nextAction: { kind: 'redirect' } }, 'result'],
  ['paid', { state: 'successful', nextAction: { kind: 'redirect' } }, 'result'],
  ['paid', { state: 'redirected', nextAction: { kind: 'redirect' } }, 'result'],
] as const)('an %s order whose latest attempt is %j: %s', (orderState, attempt, step) => {
  expect(getPaymentStep({ orderState, attempt, isHeldForReview: false })).toBe(step);
  expect(getPaymentStep({ orderState, attempt, isHeldForReview: true })).toBe('result');
});

test.each([
  null,
  { state: 'failed', nextAction: null },
  { state: 'redirected', nextAction: { kind: 'redirect' } },
] as const)('while money is held for review after %j the payer is shown the result', (attempt) => {
  expect(getPaymentStep({ orderState: 'open', attempt, isHeldForReview: true })).toBe('result');
});

test.each(['authorised', 'pending', 'pending-approval'] as const)(
  'no method can be chosen while an attempt is %s, as it may hold money',
  (state) => {
    for (const kind of ['redirect', 'direct-post', 'barcode', 'qr', 'tac', null] as const) {
      const nextAction = kind && { kind };
      const step = getPaymentStep({ orderState: 'open', attempt: { state, nextAction }, isHeldForReview: false });
      expect(canChooseMethod(step)).toBe(false);
    }
  },
);

test.each([
  ['choose', true],
  ['gateway-redirect', true],
  ['enter-card', true],
  ['show-barcode', true],
  ['show-qr', true],
  ['enter-tac', true],
  ['result', false],
] as const)('at the step %s a method may be chosen: %p', (step, may) => {
  expect(canChooseMethod(step)).toBe(may);
});
