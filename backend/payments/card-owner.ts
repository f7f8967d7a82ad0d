import type { Services } from '../services';
import type { Order } from './model';

/**
 * Gives the account whose saved cards an order may use, for a customer whom the partner vouches for; null for anybody who merely knows an
 * account number, and for one whose token the partner has not confirmed. Security, row 15.
 */
export function partnerCustomerAccount(order: Pick<Order, 'customer' | 'customer_check'>): string | null {
  if (order.customer_check === 'due' || order.customer_check === 'refused') return null;
  return order.customer?.accountNumber ?? null;
}

/** A kiosk's references begin so (specification, section 2): many pay on its device one after the other. */
function isOnSharedDevice({ refid }: Pick<Order, 'refid'>): boolean {
  return refid.startsWith('KWEB');
}

/** Tells whether a card that pays an order can be saved: for the customer vouched for, or on the payer's own device. */
export function maySaveCards(order: Pick<Order, 'refid' | 'customer' | 'customer_check'>): boolean {
  return partnerCustomerAccount(order) !== null || !isOnSharedDevice(order);
}

/**
 * Gives whose cards an order may use and save: the customer's whom the partner vouches for, else those of the device that pays, told by the
 * token that the site keeps on it. Null where neither is known. Security, row 15.
 */
export function findCardOwner(
  { encryption }: Pick<Services, 'encryption'>,
  order: Pick<Order, 'refid' | 'customer' | 'customer_check'>,
  deviceToken: string | undefined,
): string | null {
  const account = partnerCustomerAccount(order);
  if (account !== null || deviceToken === undefined || !maySaveCards(order)) return account;
  return `device:${encryption.digest(deviceToken, 'card device')}`;
}
