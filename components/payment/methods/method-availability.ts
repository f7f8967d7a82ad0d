import { getAmountMessage, type FormMessage } from '@/lib/domain/forms/form-message';
import { minInstalmentTotal } from '@/lib/domain/payment/instalments';
import { checkMethodAmount, methodTable } from '@/lib/domain/methods/method-table';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Outage, PaymentView } from '../page/payment-view';

/** Whether a method can pay this order now, and if not, why. One with a planned outage can. */
export type MethodAvailability =
  { readonly state: 'available' } | Outage | { readonly state: 'beyond-limit'; readonly message: FormMessage };

type PageOfMethods = Pick<PaymentView, 'total' | 'methodLimits' | 'outages' | 'instalmentPlans'>;

/** Instalments need at least the server's minimum total: specification, section 9. */
function checkLimit(method: PaymentMethod, page: PageOfMethods): ReturnType<typeof checkMethodAmount> {
  const least = methodTable[method].instalments ? minInstalmentTotal(page.instalmentPlans) : null;
  if (least !== null && page.total < least) return { code: 'belowMinimum', figure: least };
  return checkMethodAmount(method, page.total, page.methodLimits);
}

/** Takes a page and one of its methods. Limits are the method's own: specification, section 9, and the gateways'. */
export function availabilityOf(method: PaymentMethod, page: PageOfMethods): MethodAvailability {
  const limit = checkLimit(method, page);
  if (limit !== null) return { state: 'beyond-limit', message: getAmountMessage(limit) };
  return page.outages[method] ?? { state: 'available' };
}
