import { channel } from 'node:diagnostics_channel';

/** A state that a payment, or an attempt at it, has come into, and that is committed. */
export interface PaymentMoveSeen {
  readonly of: 'order' | 'attempt';
  readonly state: string;
}

const seen = channel('ebill.payment-move');

export function publishPaymentMove(message: PaymentMoveSeen): void {
  if (seen.hasSubscribers) seen.publish(message);
}

function isPaymentMove(message: unknown): message is PaymentMoveSeen {
  return typeof message === 'object' && message !== null && 'of' in message && 'state' in message;
}

export function onPaymentMove(count: (message: PaymentMoveSeen) => void): void {
  seen.subscribe((message) => {
    if (isPaymentMove(message)) count(message);
  });
}
