import { isCardMethod, methodTable } from '@/lib/domain/methods/method-table';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { findGatewayOfMethod } from '../gateways-in-use';
import type { Services } from '../services';
import type { Order } from './model';

/** Lists the methods available for an order: they have a gateway, the partner allows them, and the order meets their requirements. */
export function availableMethods(
  services: Pick<Services, 'gateways'>,
  order: Pick<Order, 'is_epp' | 'provider_keys'>,
): readonly PaymentMethod[] {
  return paymentMethods.filter((method) => {
    const gateway = findGatewayOfMethod(services.gateways, method);
    if (gateway === null) return false;
    // The site has no step yet that leads to a gateway's card page: a card typed here would not be used.
    if (isCardMethod(method) && gateway.hasCardPage === true) return false;
    if (order.provider_keys !== null && !order.provider_keys.includes(method)) return false;
    return !methodTable[method].instalments || order.is_epp;
  });
}
