/**
 * The states of an attempt, and the allowed transitions. Site and backend share this table: the backend refuses any other transition, and
 * no page shows a state that is not in it.
 */
export const attemptStates = [
  'created',
  'initiated',
  'redirected',
  'authorised',
  'pending',
  'pending-approval',
  'successful',
  'failed',
  'expired',
  'cancelled',
] as const;
export type AttemptState = (typeof attemptStates)[number];

const ends = ['successful', 'failed', 'expired', 'cancelled'] as const;

export const attemptTransitions: Readonly<Record<AttemptState, readonly AttemptState[]>> = {
  /** Stored, and not yet sent to a gateway. */
  created: ['initiated', 'failed', 'expired', 'cancelled'],
  /** The gateway may have received it: only the gateway's report, or no report until the deadline, ends it. */
  initiated: ['redirected', 'authorised', 'pending', 'pending-approval', ...ends],
  /** The payer has been shown the redirect to the gateway, or another next action. */
  redirected: ['authorised', 'pending', 'pending-approval', ...ends],
  /** The issuer holds the money for us; it is captured, or the authorisation is voided. */
  authorised: ['pending', ...ends],
  pending: ['authorised', 'pending-approval', ...ends],
  /** A corporate payment that waits for its second approver, for at most five days. */
  'pending-approval': ['pending', ...ends],
  successful: [],
  /** Ended without money. Money that its bank confirms later is credited if the order can still be paid. */
  failed: ['successful'],
  expired: ['successful'],
  cancelled: ['successful'],
};

export type AttemptEnd = (typeof ends)[number];

export function hasEnded(state: AttemptState): state is AttemptEnd {
  return ends.some((end) => end === state);
}

export function canTransition(from: AttemptState, to: AttemptState): boolean {
  return attemptTransitions[from].includes(to);
}

/** Returns whether money may already have left the payer, so that nothing on a page may invite to pay again. */
export function mayHoldMoney(state: AttemptState): boolean {
  return ['authorised', 'pending', 'pending-approval', 'successful'].includes(state);
}

/** An order is open until its first confirmed attempt pays it, its partner or payer cancels it, or its deadline passes. */
export const orderStates = ['open', 'paid', 'cancelled', 'expired'] as const;
export type OrderState = (typeof orderStates)[number];

export const orderTransitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  open: ['paid', 'cancelled', 'expired'],
  paid: [],
  /** Its payer or partner was told that it will not be paid: only an operator applies money that is held for it. */
  cancelled: ['paid'],
  /** Exact money that arrives late for an order that nobody else has paid is credited. */
  expired: ['paid'],
};

export function canTransitionOrder(from: OrderState, to: OrderState): boolean {
  return orderTransitions[from].includes(to);
}

/** Whether exact money for an order of this state is credited without an operator's decision. */
export function acceptsMoney(state: OrderState): boolean {
  return state === 'open' || state === 'expired';
}

/** Days that a corporate payment may wait for approval before it is cancelled. Specification, section 9. */
export const corporateApprovalDays = 5;
