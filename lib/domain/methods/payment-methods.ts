import type { CardBrand } from '../card/card-brands';
import { sen, type Sen } from '../money';
import type { ResultRoute } from '../payment/outcomes';

/** The ways to pay: the values of the field `selectedPaymentMethod`. */
export const paymentMethods = [
  'savedCard',
  'newCard',
  'epp',
  'fpx',
  'fpxCorporate',
  'm2u',
  'wallet',
  'dcb',
  'counter',
  'duitnowQr',
] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export function isPaymentMethod(text: string): text is PaymentMethod {
  return paymentMethods.some((method) => method === text);
}

/** What analytics calls a method, inside and in reports. Specification, section 1. */
export const methodCategories = ['savedCard', 'newCard', 'fpx', 'm2u', 'wallet', 'dcb'] as const;
export type MethodCategory = (typeof methodCategories)[number];

export const categoryLabels = {
  savedCard: 'Cards',
  newCard: 'Cards',
  fpx: 'FPX',
  m2u: 'Maybank2u',
  wallet: 'Wallet',
  dcb: 'DCB',
} as const satisfies Record<MethodCategory, string>;
export type MethodLabel = (typeof categoryLabels)[MethodCategory];

interface MethodRow {
  readonly category: MethodCategory;
  /** 'by brand': Visa and Mastercard have one acquirer, Amex another. */
  readonly resultRoute: ResultRoute | 'by brand';
  /** Sen. */
  readonly minimum: Sen;
  /** Sen; null where only the order's own limits count. */
  readonly maximum: Sen | null;
}

const ringgit1 = sen(100);

/**
 * One row a method. Counter and QR payments come back by the wallets' route and count as wallets: the specification knows no category
 * of their own. The limits of FPX are PayNet's: RM1 to 30,000 personal, RM2 to 1,000,000 corporate;
 * those of counters are one public chain's: RM1 to 2,499.99.
 */
export const methodTable = {
  savedCard: { category: 'savedCard', resultRoute: 'by brand', minimum: ringgit1, maximum: null },
  newCard: { category: 'newCard', resultRoute: 'by brand', minimum: ringgit1, maximum: null },
  epp: { category: 'newCard', resultRoute: 'by brand', minimum: ringgit1, maximum: null },
  fpx: { category: 'fpx', resultRoute: '/bankResultFPX', minimum: ringgit1, maximum: sen(3_000_000) },
  fpxCorporate: { category: 'fpx', resultRoute: '/bankResultFPX', minimum: sen(200), maximum: sen(100_000_000) },
  m2u: { category: 'm2u', resultRoute: '/bankResultMBBCASA', minimum: ringgit1, maximum: null },
  wallet: { category: 'wallet', resultRoute: '/bankResultEGHL', minimum: ringgit1, maximum: null },
  dcb: { category: 'dcb', resultRoute: '/dcb/view/bankResult', minimum: ringgit1, maximum: null },
  counter: { category: 'wallet', resultRoute: '/ewallet/view/bankResult', minimum: ringgit1, maximum: sen(249_999) },
  duitnowQr: { category: 'wallet', resultRoute: '/ewallet/view/bankResult', minimum: ringgit1, maximum: null },
} as const satisfies Record<PaymentMethod, MethodRow>;

export const cardMethods = ['savedCard', 'newCard', 'epp'] as const;
export type CardMethod = (typeof cardMethods)[number];

export function isCardMethod(method: PaymentMethod): method is CardMethod {
  return cardMethods.some((card) => card === method);
}

/** Gives the result route of a card payment, by the card's brand. */
export function resultRouteOfCard(brand: CardBrand): ResultRoute {
  return brand === 'amex' ? '/bankResultAMB' : '/bankResultMBB';
}

/** Gives the result route of a method; a card method also needs the card's brand. */
export function resultRouteOfMethod(
  method:
    | { readonly method: Exclude<PaymentMethod, CardMethod> }
    | { readonly method: CardMethod; readonly brand: CardBrand },
): ResultRoute {
  return 'brand' in method ? resultRouteOfCard(method.brand) : methodTable[method.method].resultRoute;
}

/** Gives the category and the report's label of a method. */
export function analyticsOfMethod(method: PaymentMethod): {
  readonly category: MethodCategory;
  readonly label: MethodLabel;
} {
  const { category } = methodTable[method];
  return { category, label: categoryLabels[category] };
}

/** Tells whether a total (sen) lies within a method's limits, and if not, which limit (sen) it breaks. */
export function checkMethodAmount(
  method: PaymentMethod,
  total: Sen,
): { readonly code: 'belowMinimum' | 'aboveMaximum'; readonly figure: Sen } | null {
  const { minimum, maximum }: MethodRow = methodTable[method];
  if (total < minimum) return { code: 'belowMinimum', figure: minimum };
  return maximum !== null && total > maximum ? { code: 'aboveMaximum', figure: maximum } : null;
}
