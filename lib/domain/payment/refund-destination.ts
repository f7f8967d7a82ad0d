import type { PaymentMethod } from '../methods/payment-methods';

/** Where refunded money goes: the values that the messages about refunds choose their words by. */
export const refundDestinations = ['card', 'wallet', 'account'] as const;
export type RefundDestination = (typeof refundDestinations)[number];

const destinationOfMethod = {
  savedCard: 'card',
  newCard: 'card',
  epp: 'card',
  fpx: 'account',
  fpxCorporate: 'account',
  m2u: 'account',
  wallet: 'wallet',
  // Refunded by bank transfer.
  dcb: 'account',
  counter: 'account',
  duitnowQr: 'account',
} as const satisfies Record<PaymentMethod, RefundDestination>;

/** Returns where a refund of a payment by a method goes: `byTransfer`, by a person's bank transfer, to an account. */
export function refundDestinationOf(method: PaymentMethod, byTransfer: boolean): RefundDestination {
  return byTransfer ? 'account' : destinationOfMethod[method];
}
