/** The states of a mandate, or of its cancellation, on its way to the biller. */
export const mandateStates = ['queued', 'sent', 'accepted', 'refused'] as const;
export type MandateState = (typeof mandateStates)[number];

/** A refused one can still be accepted: a person has cleared it with the biller. */
const transitions: Readonly<Record<MandateState, readonly MandateState[]>> = {
  queued: ['sent', 'accepted', 'refused'],
  sent: ['accepted', 'refused'],
  refused: ['accepted'],
  accepted: [],
};

export function canTransitionMandate(from: MandateState, to: MandateState): boolean {
  return transitions[from].includes(to);
}

/** Whether the biller, or a person, has given the final answer. */
export function isMandateAnswered(state: MandateState): state is 'accepted' | 'refused' {
  return state === 'accepted' || state === 'refused';
}
