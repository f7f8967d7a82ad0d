import { canTransitionRefund, getRefundStatus, hasRefundEnded, refundingStates, refundStates } from './refund-states';

/** Issue 22, Deliver 2: requested, approved, sent, then succeeded, failed or manual; a manual one is ended by a person. */
const allowed = [
  'requested approved',
  'requested rejected',
  'approved sent',
  'approved manual',
  // An operator gives up one that was never sent: issue 22, each refund has an end that a person can reach.
  'approved failed',
  'sent succeeded',
  'sent failed',
  'manual succeeded',
  'manual failed',
];

test('allows the transitions of a refund and no others', () => {
  const found = refundStates.flatMap((from) =>
    refundStates.filter((to) => canTransitionRefund(from, to)).map((to) => `${from} ${to}`),
  );
  expect(found.sort()).toEqual([...allowed].sort());
});

test('a refund that was sent is never sent again', () => {
  expect(refundStates.filter((from) => canTransitionRefund(from, 'sent'))).toEqual(['approved']);
});

test('ends as rejected, succeeded or failed', () => {
  expect(refundStates.filter(hasRefundEnded).sort()).toEqual(['failed', 'rejected', 'succeeded']);
});

test('money that was refused can be refunded again, and no other', () => {
  expect([...refundingStates].sort()).toEqual(['approved', 'manual', 'requested', 'sent', 'succeeded']);
});

test.each([
  ['requested', 'requested'],
  ['approved', 'requested'],
  ['sent', 'sent'],
  ['manual', 'manual'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['rejected', null],
] as const)('shows a refund that is %s as %s', (state, status) => {
  expect(getRefundStatus(state)).toBe(status);
});
