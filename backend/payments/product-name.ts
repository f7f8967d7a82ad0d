import type { Locale } from '@/lib/domain/locales';
import { catalogues } from '@/messages/catalogues';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import type { Order } from './model';

type NamedOrder = Pick<Order, 'partner_key' | 'product_name'>;

/** Returns the product of a partner's order, as the partner named it; null: the biller's bill, which is named in the reader's language. */
export function partnerProductOf({ partner_key: partnerKey, product_name: name }: NamedOrder): string | null {
  return partnerKey === quickPayPartnerKey ? null : name;
}

/** Returns what an order pays for, in a language; undefined: as it was named when the order was created. */
export function productNameOf(order: NamedOrder, language: Locale | undefined): string {
  if (language === undefined) return order.product_name;
  return partnerProductOf(order) ?? catalogues[language].order.billProduct;
}
