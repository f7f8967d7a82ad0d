import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { toCustomerOwner } from '../cards/customer-owner';
import { canSaveNewCards, findSavedCardKeeper } from '../gateways-in-use';
import type { Services } from '../services';
import { accountOf, type Order } from './model';

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

type OwnedOrder = Pick<
  Order,
  'refid' | 'partner_key' | 'customer' | 'customer_check' | 'bill_account' | 'is_bill' | 'account_number'
>;

/** Whether an order can have the cards of its payer's device. A card that is charged without a CVV is for one account. */
function canBelongToDevice({ gateways }: Pick<Services, 'gateways'>, order: OwnedOrder): boolean {
  return !isKioskReference(order.refid) && (findSavedCardKeeper(gateways) === null || accountOf(order) !== null);
}

/** Whether an order's card can be saved: for an identified customer, or on the payer's own device. */
export function maySaveCards(services: Pick<Services, 'gateways'>, order: OwnedOrder): boolean {
  const hasOwner = partnerCustomerAccount(order) !== null || canBelongToDevice(services, order);
  return hasOwner && canSaveNewCards(services.gateways);
}

/**
 * Returns the owner of the cards that an order may use and save: the customer whom the partner has identified, else the device, by the
 * site's device token. Null if neither is known. A card that its gateway keeps is charged without a CVV: on a device it belongs to the account
 * that it has paid, too, so that who has the device can pay nothing else with it. Security, rows 15 and 58.
 */
export function findCardOwner(
  services: Pick<Services, 'encryption' | 'gateways'>,
  order: OwnedOrder,
  deviceToken: string | undefined,
): string | null {
  const customer = partnerCardOwner(order);
  if (customer !== null || deviceToken === undefined || !canBelongToDevice(services, order)) return customer;
  const { encryption, gateways } = services;
  const isKept = findSavedCardKeeper(gateways) !== null;
  return isKept
    ? `device:${encryption.digest(`${deviceToken} ${accountOf(order)}`, 'card device of an account')}`
    : `device:${encryption.digest(deviceToken, 'card device')}`;
}
