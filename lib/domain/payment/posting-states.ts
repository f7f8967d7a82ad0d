/**
 * The states of a posting, a credit of a bill payment on its way to the biller, and of its reversal (design, sections 6 and 8). `cancelled`:
 * it was never sent, since its payment was refunded.
 */
export const postingStates = ['queued', 'sent', 'pending', 'accepted', 'refused', 'unknown', 'cancelled'] as const;
export type PostingState = (typeof postingStates)[number];

/** A refused one can still be accepted: a person has cleared it with the biller. */
const transitions: Readonly<Record<PostingState, readonly PostingState[]>> = {
  queued: ['sent', 'accepted', 'refused', 'cancelled'],
  sent: ['pending', 'accepted', 'refused', 'unknown'],
  pending: ['accepted', 'refused', 'unknown'],
  unknown: ['pending', 'accepted', 'refused'],
  refused: ['accepted'],
  accepted: [],
  cancelled: [],
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

/** Returns the posting status that payers see of one that is not cancelled. `isOverdue`: the biller's answer is overdue, so the posting is in the review queue. */
export function getPostingStatus(state: Exclude<PostingState, 'cancelled'>, isOverdue: boolean): PostingStatus {
  if (state === 'accepted') return 'accepted';
  if (state === 'refused' || isOverdue) return 'review';
  return state === 'pending' ? 'pending' : 'queued';
}

/** The statuses, the one that is furthest from the biller's acceptance first. */
const bySeverity = ['review', 'queued', 'pending', 'accepted'] as const satisfies readonly PostingStatus[];

/** Returns the status of the postings of one payment together: the one that is furthest from the biller's acceptance. Takes at least one. */
export function findWorstPostingStatus(statuses: readonly PostingStatus[]): PostingStatus {
  return bySeverity.find((status) => statuses.includes(status)) ?? 'queued';
}

/** Whether the biller, or a person, has given the final answer, or none is needed. */
export function isPostingAnswered(state: PostingState): state is 'accepted' | 'refused' | 'cancelled' {
  return state === 'accepted' || state === 'refused' || state === 'cancelled';
}
