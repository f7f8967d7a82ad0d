import { defaultLocale, type Locale } from '@/lib/domain/locales';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { catalogues } from '@/messages/catalogues';
import { formatMessage } from '../format-message';
import type { Order } from './model';

/** What names the product of an order. */
export type NamedOrder = Pick<Order, 'partner_key' | 'product_name' | 'further_items'>;

/** What the contract allows for the name of a product, in characters. */
const maximumLength = 100;

/** Whether an order's product is named by its partner; else it is the biller's bill, which is named in the reader's language. */
export function isNamedByPartner({ partner_key: partnerKey }: Pick<NamedOrder, 'partner_key'>): boolean {
  return partnerKey !== quickPayPartnerKey;
}

function withFurtherItems({ product_name: name, further_items: count }: NamedOrder, language: Locale): string {
  if (count === 0) return name;
  const write = (product: string) =>
    formatMessage(catalogues[language].order.productAndMore, language, { product, count });
  const excess = write(name).length - maximumLength;
  return excess <= 0
    ? write(name)
    : write(
        `${[...name]
          .slice(0, -excess - 1)
          .join('')
          .trimEnd()}…`,
      );
}

/**
 * Returns the product of a partner's order: as the partner named it, else its first item and how many more there are, in a language; null: the
 * biller's bill.
 */
export function partnerProductOf(order: NamedOrder, language: Locale): string | null {
  return isNamedByPartner(order) ? withFurtherItems(order, language) : null;
}

/** Returns what an order pays for where a bill keeps the name that it was created with: at gateways, and in operators' lists. */
export function storedProductNameOf(order: NamedOrder, language: Locale = defaultLocale): string {
  return partnerProductOf(order, language) ?? order.product_name;
}

/** Returns what an order pays for, in a language; undefined: not known. */
export function productNameOf(order: NamedOrder, language: Locale | undefined): string {
  if (language === undefined) return storedProductNameOf(order);
  return partnerProductOf(order, language) ?? catalogues[language].order.billProduct;
}
