import { downtimeOf, type Downtime } from '@/lib/domain/downtime';
import { messageOfAmountIssue, type FormMessage } from '@/lib/domain/forms/form-issue';
import { leastInstalmentTotal } from '@/lib/domain/instalments';
import { checkMethodAmount, type PaymentMethod } from '@/lib/domain/payment-methods';
import type { PaymentView } from './payment-view';

/** Whether a method can pay this order now, and if not, why. */
export type MethodAvailability =
  | { readonly state: 'available'; readonly announced: Extract<Downtime, { state: 'announced' }> | null }
  | { readonly state: 'down'; readonly until: string }
  | { readonly state: 'beyond-limit'; readonly message: FormMessage };

type PageOfMethods = Pick<PaymentView, 'total' | 'downtimes' | 'serverTime' | 'instalmentPlans'>;

/** Instalments need a total from the server's minimum on: specification, section 9. */
function checkLimit(method: PaymentMethod, page: PageOfMethods): ReturnType<typeof checkMethodAmount> {
  const least = method === 'epp' ? leastInstalmentTotal(page.instalmentPlans) : null;
  if (least !== null && page.total < least) return { code: 'belowMinimum', figure: least };
  return checkMethodAmount(method, page.total);
}

/** Takes a page and one of its methods. Limits are the method's own: specification, section 9, and the rails'. */
export function availabilityOf(method: PaymentMethod, page: PageOfMethods): MethodAvailability {
  const limit = checkLimit(method, page);
  if (limit !== null) return { state: 'beyond-limit', message: messageOfAmountIssue(limit) };
  const downtime = downtimeOf([method], page.downtimes, page.serverTime);
  if (downtime.state === 'down') return { state: 'down', until: downtime.until };
  return { state: 'available', announced: downtime.state === 'announced' ? downtime : null };
}
