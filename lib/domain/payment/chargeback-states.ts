/** The states of a chargeback. `accepted`: we do not dispute it, and it is lost. */
export const chargebackStates = ['open', 'won', 'lost', 'accepted'] as const;
export type ChargebackState = (typeof chargebackStates)[number];

/** How a chargeback ends. */
export const chargebackOutcomes = ['won', 'lost', 'accepted'] as const;
export type ChargebackOutcome = (typeof chargebackOutcomes)[number];
