import {
  canTransitionPosting,
  findWorstPostingStatus,
  getPostingStatus,
  isPostingAnswered,
  postingStates,
  type PostingState,
} from './posting-states';

/** Design, section 6: sent before there is an answer; enquired until the answer is known; accepted is final. */
const allowed: readonly (readonly [PostingState, PostingState])[] = [
  ['queued', 'sent'],
  ['queued', 'accepted'],
  ['queued', 'refused'],
  // Refunded before it was sent.
  ['queued', 'cancelled'],
  ['sent', 'pending'],
  ['sent', 'accepted'],
  ['sent', 'refused'],
  ['sent', 'unknown'],
  ['pending', 'accepted'],
  ['pending', 'refused'],
  ['pending', 'unknown'],
  ['unknown', 'pending'],
  ['unknown', 'accepted'],
  ['unknown', 'refused'],
  ['refused', 'accepted'],
];

test.each(postingStates.flatMap((from) => postingStates.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
  const isAllowed = allowed.some(([one, other]) => one === from && other === to);
  expect(canTransitionPosting(from, to)).toBe(isAllowed);
});

test('accepted and refused are answers, and one that was cancelled needs none', () => {
  expect(postingStates.filter(isPostingAnswered)).toEqual(['accepted', 'refused', 'cancelled']);
});

/* The sandbox's stable names: `posting-status`. */
test.each([
  ['queued', 'queued', 'review'],
  ['sent', 'queued', 'review'],
  ['unknown', 'queued', 'review'],
  ['pending', 'pending', 'review'],
  ['refused', 'review', 'review'],
  ['accepted', 'accepted', 'accepted'],
] as const)('a posting that is %s is shown as %s, and as %s once its answer is overdue', (state, inTime, overdue) => {
  expect(getPostingStatus(state, false)).toBe(inTime);
  expect(getPostingStatus(state, true)).toBe(overdue);
});

test.each([
  [['accepted', 'accepted'], 'accepted'],
  [['accepted', 'pending'], 'pending'],
  [['pending', 'queued', 'accepted'], 'queued'],
  [['queued', 'review'], 'review'],
] as const)('of the postings %j of one payment the payment has %s', (statuses, expected) => {
  expect(findWorstPostingStatus(statuses)).toBe(expected);
});
