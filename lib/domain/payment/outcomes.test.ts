import { isResultRoute, getPaymentOutcome, outcomeTable, resultSources } from './outcomes';

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

test.each(['open', 'cancelled', 'expired'] as const)('%s with money held for review is review', (orderState) => {
  expect(getPaymentOutcome({ orderState, attempts: ['failed', 'cancelled'], heldForReview: true })).toBe('review');
});

test('a paid order with other money held for review is successful', () => {
  expect(getPaymentOutcome({ orderState: 'paid', attempts: ['successful', 'failed'], heldForReview: true })).toBe(
    'successful',
  );
});

// Design, section 7: money may have left the payer in these states, whatever else was tried before or after.
test.each(['authorised', 'pending', 'pending-approval', 'successful'] as const)(
  'an attempt that is %s never leads to an outcome that offers to try again',
  (state) => {
    for (const orderState of ['open', 'paid', 'cancelled', 'expired'] as const) {
      for (const other of ['created', 'redirected', 'pending', 'failed', 'expired', 'cancelled'] as const) {
        for (const attempts of [
          [state, other],
          [other, state],
        ]) {
          const outcome = getPaymentOutcome({ orderState, attempts, heldForReview: false });
          expect(['failed', 'cancelled', 'session-expired', 'none']).not.toContain(outcome);
        }
      }
    }
  },
);

test.each([
  ['successful', false, 'automatic'],
  ['failed', true, 'automatic'],
  ['pending', false, 'automatic'],
  ['pending-approval', false, 'automatic'],
  ['expired', false, 'automatic'],
  ['cancelled', true, 'automatic'],
  ['session-expired', true, 'never'],
  ['processed', false, 'automatic'],
  ['blacklisted', false, 'automatic'],
  ['review', false, 'manual'],
  ['error', false, 'manual'],
] as const)('%s: trying again is %s, the return to the merchant %s', (outcome, tryAgain, returnToMerchant) => {
  expect(outcomeTable[outcome]).toMatchObject({ tryAgain, returnToMerchant });
});

test.each([
  ['successful', false, true],
  ['failed', false, false],
  ['pending', true, false],
  ['pending-approval', true, false],
  ['expired', false, false],
  ['cancelled', false, false],
  ['session-expired', false, false],
  ['processed', true, false],
  ['blacklisted', false, false],
  ['review', false, false],
  ['error', false, false],
] as const)('%s: polling is %s, a receipt %s', (outcome, polls, receipt) => {
  expect(outcomeTable[outcome]).toMatchObject({ polls, receipt });
});

// Specification, section 2.
test.each([
  ['/bankResultMBB', 'result'],
  ['/bankResultAMB', 'result'],
  ['/dcb/view/bankResult', 'result'],
  ['/bankResultMBBCASA', 'result'],
  ['/bankResultFPX', 'result'],
  ['/cancelPayment', 'result'],
  ['/cancelDCBPayment', 'result'],
  ['/blacklisted', 'blacklisted'],
  ['/processed', 'processed'],
  ['/ewallet/view/bankResult', 'result'],
  ['/bankResultEGHL', 'result'],
] as const)('%s is a route of the result screen, fed by the call %s', (route, source) => {
  expect(isResultRoute(route)).toBe(true);
  expect(resultSources[route]).toBe(source);
});

test.each(['/bankresultfpx', '/bankResult', '/bankResultFPX/', '/', ''])('%j is not a result route', (path) => {
  expect(isResultRoute(path)).toBe(false);
});
