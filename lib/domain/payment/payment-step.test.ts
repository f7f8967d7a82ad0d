import { mayChooseMethod, stepOfPayment } from './payment-step';

test.each([
  ['open', null, 'choose'],
  ['expired', null, 'result'],
  ['cancelled', null, 'result'],
  ['open', { state: 'redirected', onward: 'redirect' }, 'hand-over'],
  ['open', { state: 'redirected', onward: 'barcode' }, 'wait-counter'],
  ['open', { state: 'redirected', onward: 'qr' }, 'wait-qr'],
  ['open', { state: 'initiated', onward: 'tac' }, 'enter-tac'],
  ['open', { state: 'pending', onward: 'redirect' }, 'result'],
  ['open', { state: 'pending-approval', onward: 'redirect' }, 'result'],
  ['open', { state: 'initiated', onward: null }, 'result'],
  ['open', { state: 'failed', onward: 'redirect' }, 'choose'],
  ['open', { state: 'cancelled', onward: null }, 'choose'],
  ['expired', { state: 'failed', onward: 'redirect' }, 'result'],
  ['paid', { state: 'successful', onward: 'redirect' }, 'result'],
  ['paid', { state: 'redirected', onward: 'redirect' }, 'result'],
] as const)('an %s order whose latest attempt is %j: %s', (orderState, attempt, step) => {
  expect(stepOfPayment({ orderState, attempt, isHeldForReview: false })).toBe(step);
  expect(stepOfPayment({ orderState, attempt, isHeldForReview: true })).toBe('result');
});

test.each([null, { state: 'failed', onward: null }, { state: 'redirected', onward: 'redirect' }] as const)(
  'while money is held for review after %j the payer is shown the result',
  (attempt) => {
    expect(stepOfPayment({ orderState: 'open', attempt, isHeldForReview: true })).toBe('result');
  },
);

test.each(['authorised', 'pending', 'pending-approval'] as const)(
  'no method can be chosen while an attempt is %s, as it may hold money',
  (state) => {
    for (const onward of ['redirect', 'barcode', 'qr', 'tac', null] as const) {
      const step = stepOfPayment({ orderState: 'open', attempt: { state, onward }, isHeldForReview: false });
      expect(mayChooseMethod(step)).toBe(false);
    }
  },
);

test.each([
  ['choose', true],
  ['hand-over', true],
  ['wait-counter', true],
  ['wait-qr', true],
  ['enter-tac', true],
  ['result', false],
] as const)('at the step %s a method may be chosen: %p', (step, may) => {
  expect(mayChooseMethod(step)).toBe(may);
});
