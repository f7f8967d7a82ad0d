import type { CardBrand } from '../card/card-brands';
import { sen, type Sen } from '../money';
import type { ResultRoute } from '../payment/outcomes';

/**
 * How a payment continues after its method is chosen: 'card' at the card's issuer or immediately, 'redirect' on a gateway's page,
 * 'presentment' with a code that the payer shows or scans elsewhere, 'carrier' with a code that the carrier sends to a phone.
 */
export type MethodKind = 'card' | 'redirect' | 'presentment' | 'carrier';

/** The names of a method in analytics and its reports. Specification, section 1. */
export const categoryLabels = {
  savedCard: 'Cards',
  newCard: 'Cards',
  fpx: 'FPX',
  m2u: 'Maybank2u',
  wallet: 'Wallet',
  dcb: 'DCB',
} as const;
export type MethodCategory = keyof typeof categoryLabels;
export type MethodLabel = (typeof categoryLabels)[MethodCategory];

/** The limits of one payment, in sen, inclusive; `maximum` is null if only the order's own limits apply. */
export interface MethodLimits {
  readonly minimum: Sen;
  readonly maximum: Sen | null;
}

/** RM1, the minimum of every method. Specification, section 9. */
export const leastPayment: Sen = sen(100);

/** Visa and Mastercard have one acquirer, Amex another one. Specification, section 2. */
export const cardResultRoutes = {
  visa: '/bankResultMBB',
  mastercard: '/bankResultMBB',
  amex: '/bankResultAMB',
} as const satisfies Record<CardBrand, ResultRoute>;

/** The names of a typed card's form fields. */
export type CardFieldNames = Readonly<Record<'number' | 'expiry' | 'cvv' | 'name', string>>;

/** The form fields of a card method. */
export interface CardFields {
  /** The fields of a card that is typed in; null for a saved card. */
  readonly names: CardFieldNames | null;
  /** The field with the card data that the browser has encrypted, a compact JWE. */
  readonly encryptedField: string;
  /** The field at which a refused card is reported. */
  readonly errorField: string;
}

/** The lists of a payment page from which something is selected within a method. */
export interface SelectionLists {
  readonly savedCards: readonly { readonly uniqueCardId: string; readonly isOffline: boolean }[];
  readonly instalmentPlans: readonly { readonly bank: string }[];
  readonly personalBanks: readonly SelectionOption[];
  readonly corporateBanks: readonly SelectionOption[];
  readonly wallets: readonly string[];
  readonly carriers: readonly string[];
}

export interface SelectionOption {
  readonly id: string;
  readonly isOnline: boolean;
}

/** What the payer selects within a method: a bank, wallet, carrier or saved card. */
export interface MethodSelection {
  readonly field: string;
  readonly listOptions: (lists: SelectionLists) => readonly SelectionOption[];
}

/** The definition of one payment method, except its texts, its appearance and its gateway. */
export interface MethodDescriptor {
  readonly id: string;
  readonly kind: MethodKind;
  readonly category: MethodCategory;
  /** The route to which the payer's browser returns; for a card method by the card's brand. */
  readonly resultRoute: ResultRoute | Readonly<Record<CardBrand, ResultRoute>>;
  readonly limits: MethodLimits;
  /** The method's own form fields in the order of the page, in which errors are listed. */
  readonly fields: readonly string[];
  readonly selection: MethodSelection | null;
  /** Null for every kind but 'card'. */
  readonly card: CardFields | null;
  /** The card that pays can be charged again for the next bills. */
  readonly autoDebit: boolean;
  /** Paid in instalments: offered only for orders that allow them. */
  readonly instalments: boolean;
}

/** Creates options from ids that are always online. */
export function onlineOptions(ids: readonly string[]): readonly SelectionOption[] {
  return ids.map((id) => ({ id, isOnline: true }));
}
