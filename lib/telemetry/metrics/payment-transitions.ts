import { makeProcessChannel } from './process-channel';

/** A state that a payment, or an attempt at it, has come into, and that is committed. */
export interface PaymentMoveSeen {
  readonly of: 'order' | 'attempt';
  readonly state: string;
}

export const { publish: publishPaymentMove, subscribe: onPaymentMove } = makeProcessChannel<PaymentMoveSeen>(
  'ebill.payment-move',
  ['of', 'state'],
);
