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

/** The posting status that payers see: the values of `data-status`. */
export const postingStatuses = ['queued', 'accepted', 'pending', 'review'] as const;
export type PostingStatus = (typeof postingStatuses)[number];

export function isPostingStatus(text: string): text is PostingStatus {
  return postingStatuses.some((status) => status === text);
}

/** Whether a status is final, or changed only by an operator. */
export function isPostingStatusFinal(status: PostingStatus): boolean {
  return status === 'accepted' || status === 'review';
}

/** Returns the posting status that payers see. `isOverdue`: the biller's answer is overdue, so the posting is in the review queue. */
export function getPostingStatus(state: PostingState, isOverdue: boolean): PostingStatus {
  if (state === 'accepted') return 'accepted';
  if (state === 'refused' || isOverdue) return 'review';
  return state === 'pending' ? 'pending' : 'queued';
}

/** Whether the biller, or a person, has given the final answer. */
export function isPostingAnswered(state: PostingState): state is 'accepted' | 'refused' {
  return state === 'accepted' || state === 'refused';
}
