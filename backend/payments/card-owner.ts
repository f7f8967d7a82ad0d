import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import type { Services } from '../services';
import type { Order } from './model';

/**
 * Returns the account whose saved cards an order may use, if the partner has identified the customer; null for a payer who has only an
 * account number, or whose token the partner has not confirmed. Security, row 15.
 */
export function partnerCustomerAccount(order: Pick<Order, 'customer' | 'customer_check'>): string | null {
  if (order.customer_check === 'due' || order.customer_check === 'refused') return null;
  return order.customer?.accountNumber ?? null;
}

/** Whether an order's card can be saved: for an identified customer, or on the payer's own device. */
export function maySaveCards(order: Pick<Order, 'refid' | 'customer' | 'customer_check'>): boolean {
  return partnerCustomerAccount(order) !== null || !isKioskReference(order.refid);
}

/**
 * Returns the owner of the cards that an order may use and save: the customer whom the partner has identified, else the device, by the
 * site's device token. Null if neither is known. Security, row 15.
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
