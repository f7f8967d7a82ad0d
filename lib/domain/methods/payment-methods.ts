/** The payment methods in the order in which they are offered: the values of the field `selectedPaymentMethod`. */
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
