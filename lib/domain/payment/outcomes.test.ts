import { isResultRoute, getPaymentOutcome, outcomes, outcomeTable, resultRoutes, resultSources } from './outcomes';
import { attemptStates, mayHoldMoney, orderStates } from './payment-states';

test.each([
  ['open', [], 'none'],
  ['open', ['created'], 'pending'],
  ['open', ['redirected'], 'pending'],
  ['open', ['failed'], 'failed'],
  ['open', ['failed', 'redirected'], 'pending'],
  ['open', ['failed', 'cancelled'], 'cancelled'],
  ['open', ['pending', 'failed'], 'pending'],
  ['open', ['pending-approval'], 'pending-approval'],
  ['open', ['authorised'], 'pending'],
  ['paid', ['failed', 'successful'], 'successful'],
  ['paid', ['failed'], 'successful'],
  ['paid', ['successful', 'failed'], 'successful'],
  ['expired', [], 'expired'],
  ['expired', ['expired'], 'expired'],
  ['expired', ['cancelled'], 'expired'],
  ['expired', ['failed'], 'failed'],
  ['expired', ['pending'], 'pending'],
  ['cancelled', [], 'cancelled'],
  ['cancelled', ['failed'], 'cancelled'],
] as const)('an %s order with attempts %j is %s', (orderState, attempts, outcome) => {
  expect(getPaymentOutcome({ orderState, attempts, heldForReview: false })).toBe(outcome);
});

test('money that could not be applied is said before anything else', () => {
  for (const orderState of orderStates) {
    expect(getPaymentOutcome({ orderState, attempts: ['successful', 'cancelled'], heldForReview: true })).toBe(
      'review',
    );
  }
});

test('nobody is invited to pay again while money may be held', () => {
  for (const orderState of orderStates) {
    for (const state of attemptStates.filter(mayHoldMoney)) {
      for (const later of attemptStates) {
        const outcome = getPaymentOutcome({ orderState, attempts: [state, later], heldForReview: false });
        if (outcome !== 'none') expect(outcomeTable[outcome].tryAgain).toBe(false);
      }
    }
  }
});

test('only outcomes that can change poll, and only a success has a receipt', () => {
  const polling = outcomes.filter((outcome) => outcomeTable[outcome].polls);
  expect(polling).toEqual(['pending', 'pending-approval', 'processed']);
  expect(outcomes.filter((outcome) => outcomeTable[outcome].receipt)).toEqual(['successful']);
});

test('the result screen has eleven routes, each with a source', () => {
  expect(resultRoutes).toHaveLength(11);
  expect(Object.keys(resultSources).sort()).toEqual([...resultRoutes].sort());
  expect(isResultRoute('/bankResultFPX')).toBe(true);
  expect(isResultRoute('/bankresultfpx')).toBe(false);
});
