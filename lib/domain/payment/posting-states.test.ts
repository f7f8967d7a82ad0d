import { canTransitionPosting, isPostingAnswered, postingStates, type PostingState } from './posting-states';

/** Design, section 6: sent before it is answered; asked for until it is known; accepted for good. */
const allowed: readonly (readonly [PostingState, PostingState])[] = [
  ['queued', 'sent'],
  ['queued', 'accepted'],
  ['queued', 'refused'],
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

test('accepted and refused are answers', () => {
  expect(postingStates.filter(isPostingAnswered)).toEqual(['accepted', 'refused']);
});
