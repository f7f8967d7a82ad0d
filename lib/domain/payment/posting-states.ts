/** The states of a posting: a credit of a bill payment on its way to the biller (design, section 6). */
export const postingStates = ['queued', 'sent', 'pending', 'accepted', 'refused', 'unknown'] as const;
export type PostingState = (typeof postingStates)[number];

/** A refused one can still be accepted: a person has cleared it with the biller. */
const transitions: Readonly<Record<PostingState, readonly PostingState[]>> = {
  queued: ['sent', 'accepted', 'refused'],
  sent: ['pending', 'accepted', 'refused', 'unknown'],
  pending: ['accepted', 'refused', 'unknown'],
  unknown: ['pending', 'accepted', 'refused'],
  refused: ['accepted'],
  accepted: [],
};

export function canTransitionPosting(from: PostingState, to: PostingState): boolean {
  return transitions[from].includes(to);
}

/** Whether the biller, or a person, has given the final answer. */
export function isPostingAnswered(state: PostingState): state is 'accepted' | 'refused' {
  return state === 'accepted' || state === 'refused';
}
