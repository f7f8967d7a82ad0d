import type { CardBrand } from '../card/card-brands';
import type { Sen } from '../money';
import type { ResultRoute } from '../payment/outcomes';
import { counter } from './counter';
import { dcb } from './dcb';
import { duitnowQr } from './duitnow-qr';
import { epp } from './epp';
import { fpx } from './fpx';
import { fpxCorporate } from './fpx-corporate';
import { m2u } from './m2u';
import {
  categoryLabels,
  type MethodCategory,
  type MethodDescriptor,
  type MethodLabel,
  type MethodLimits,
} from './method-descriptor';
import { newCard } from './new-card';
import type { PaymentMethod } from './payment-methods';
import { savedCard } from './saved-card';
import { wallet } from './wallet';

/** The descriptor of each payment method. */
export const methodTable = {
  savedCard,
  newCard,
  epp,
  fpx,
  fpxCorporate,
  m2u,
  wallet,
  dcb,
  counter,
  duitnowQr,
} as const satisfies { readonly [Method in PaymentMethod]: MethodDescriptor & { readonly id: Method } };

type MethodTable = typeof methodTable;

/** The card methods. */
export type CardMethod = {
  [Method in PaymentMethod]: MethodTable[Method]['kind'] extends 'card' ? Method : never;
}[PaymentMethod];

export function isCardMethod(method: PaymentMethod): method is CardMethod {
  return methodTable[method].kind === 'card';
}

/** Returns the result route of a method; a card method also needs the card's brand. */
export function resultRouteOfMethod(
  choice:
    | { readonly method: Exclude<PaymentMethod, CardMethod> }
    | { readonly method: CardMethod; readonly brand: CardBrand },
): ResultRoute {
  return 'brand' in choice
    ? methodTable[choice.method].resultRoute[choice.brand]
    : methodTable[choice.method].resultRoute;
}

/** Returns the category and the report's label of a method. */
export function analyticsOfMethod(method: PaymentMethod): {
  readonly category: MethodCategory;
  readonly label: MethodLabel;
} {
  const { category } = methodTable[method];
  return { category, label: categoryLabels[category] };
}

/** Limits that a deployment has in place of those of the table. */
export type ConfiguredLimits = Readonly<Partial<Record<PaymentMethod, MethodLimits>>>;

/** Returns the limits of a method (sen): the deployment's, else those of the table. */
export function limitsOfMethod(method: PaymentMethod, configured: ConfiguredLimits): MethodLimits {
  return configured[method] ?? methodTable[method].limits;
}

/** Checks a total (sen) against a method's limits; returns the limit (sen) that it exceeds, if any. */
export function checkMethodAmount(
  method: PaymentMethod,
  total: Sen,
  configured: ConfiguredLimits = {},
): { readonly code: 'belowMinimum' | 'aboveMaximum'; readonly figure: Sen } | null {
  const { minimum, maximum } = limitsOfMethod(method, configured);
  if (total < minimum) return { code: 'belowMinimum', figure: minimum };
  return maximum !== null && total > maximum ? { code: 'aboveMaximum', figure: maximum } : null;
}
