/** The states of a refund: money of a payment on its way back to its payer (design, section 8). */
export const refundStates = ['requested', 'rejected', 'approved', 'sent', 'manual', 'succeeded', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

/**
 * `approved`: to be sent to the gateway; it fails where an operator gives it up before that. `manual`: a person makes a bank transfer and records it. Whether one that was sent without an answer
 * succeeded is found out by the gateway's answer or by a person.
 */
const transitions: Readonly<Record<RefundState, readonly RefundState[]>> = {
  requested: ['approved', 'rejected'],
  rejected: [],
  approved: ['sent', 'manual', 'failed'],
  sent: ['succeeded', 'failed'],
  manual: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
};

export function canTransitionRefund(from: RefundState, to: RefundState): boolean {
  return transitions[from].includes(to);
}

/** Whether a refund has ended: with its money at the payer, or without any. */
export function hasRefundEnded(state: RefundState): boolean {
  return transitions[state].length === 0;
}

/** The states of refunds that have not ended. */
export const openRefundStates: readonly RefundState[] = refundStates.filter((state) => !hasRefundEnded(state));

/** The states of refunds whose money is returned or on its way: it cannot be refunded again. */
export const refundingStates: readonly RefundState[] = refundStates.filter(
  (state) => state !== 'rejected' && state !== 'failed',
);

/** The refund status that payers see: the values of `data-status`. */
export const refundStatuses = ['requested', 'sent', 'succeeded', 'manual', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Returns the refund status that payers see; null for one that they do not: nobody has promised them a refund that was rejected. */
export function getRefundStatus(state: RefundState): RefundStatus | null {
  switch (state) {
    case 'rejected':
      return null;
    case 'approved':
      return 'requested';
    default:
      return state;
  }
}

/** Whether all of a payment's amount, in sen, has been returned to its payer. */
export function isRefundedInFull(
  amount: number,
  refunds: readonly { readonly amount: number; readonly status: RefundStatus }[],
): boolean {
  const returned = refunds.reduce((sum, refund) => (refund.status === 'succeeded' ? sum + refund.amount : sum), 0);
  return returned > 0 && returned >= amount;
}
