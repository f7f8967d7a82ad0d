import { createProcessChannel } from './process-channel';

/** A committed transition of an order or attempt to a state. */
export interface PaymentTransitionMessage {
  readonly of: 'order' | 'attempt';
  readonly state: string;
}

export const { publish: publishPaymentTransition, subscribe: onPaymentTransition } =
  createProcessChannel<PaymentTransitionMessage>('ebill.payment-move', ['of', 'state']);
