import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { toCustomerOwner } from '../cards/customer-owner';
import type { Services } from '../services';
import type { Order } from './model';

/**
 * Returns the account of the customer whom the partner has identified; null for a payer who has only an account number, or whose token the
 * partner has not confirmed. Security, row 15.
 */
export function partnerCustomerAccount(order: Pick<Order, 'customer' | 'customer_check'>): string | null {
  if (order.customer_check === 'due' || order.customer_check === 'refused') return null;
  return order.customer?.accountNumber ?? null;
}

/**
 * Returns the owner of the saved cards of the customer whom the partner has identified: the partner and the account, since another partner
 * must neither see nor remove them. Null if there is no such customer.
 */
export function partnerCardOwner(order: Pick<Order, 'partner_key' | 'customer' | 'customer_check'>): string | null {
  const accountNumber = partnerCustomerAccount(order);
  return accountNumber === null ? null : toCustomerOwner({ partnerKey: order.partner_key, accountNumber });
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
  order: Pick<Order, 'refid' | 'partner_key' | 'customer' | 'customer_check'>,
  deviceToken: string | undefined,
): string | null {
  const customer = partnerCardOwner(order);
  if (customer !== null || deviceToken === undefined || !maySaveCards(order)) return customer;
  return `device:${encryption.digest(deviceToken, 'card device')}`;
}
