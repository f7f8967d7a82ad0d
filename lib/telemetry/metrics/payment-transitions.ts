import { makeProcessChannel } from './process-channel';

/** A state that a payment, or an attempt at it, has come into, and that is committed. */
export interface PaymentTransitionMessage {
  readonly of: 'order' | 'attempt';
  readonly state: string;
}

export const { publish: publishPaymentTransition, subscribe: onPaymentTransition } =
  makeProcessChannel<PaymentTransitionMessage>('ebill.payment-move', ['of', 'state']);
