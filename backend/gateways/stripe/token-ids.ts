import { customerIdSchema, paymentMethodIdSchema } from './messages';

/** A card that Stripe keeps: it can be charged for the customer that it is attached to, and no other. */
export interface KeptCardIds {
  readonly customer: string;
  readonly paymentMethod: string;
}

/** Our token of a kept card, at most 94 characters. */
export function writeToken({ customer, paymentMethod }: KeptCardIds): string {
  return `${customer}:${paymentMethod}`;
}

/** Reads a token that `writeToken` has written; null for any other text. */
export function readToken(token: string): KeptCardIds | null {
  const [customerText, methodText, ...rest] = token.split(':');
  const customer = customerIdSchema.safeParse(customerText);
  const paymentMethod = paymentMethodIdSchema.safeParse(methodText);
  if (!customer.success || !paymentMethod.success || rest.length > 0) return null;
  return { customer: customer.data, paymentMethod: paymentMethod.data };
}
