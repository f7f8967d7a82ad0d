import type { Order } from './model';

/**
 * Gives whose saved cards an order may use: the account's, for a customer whom the partner vouches for; null for anybody who merely knows an
 * account number, and for one whose token the partner has not confirmed. Security, row 15.
 */
export function ownerOfCards(order: Pick<Order, 'customer' | 'customer_check'>): string | null {
  if (order.customer_check === 'due' || order.customer_check === 'refused') return null;
  return order.customer?.accountNumber ?? null;
}
