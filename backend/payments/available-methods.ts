import { methodTable } from '@/lib/domain/methods/method-table';
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
    if (findGatewayOfMethod(services.gateways, method) === null) return false;
    if (order.provider_keys !== null && !order.provider_keys.includes(method)) return false;
    return !methodTable[method].instalments || order.is_epp;
  });
}
