/** The card brands that are accepted. Specification, section 9: Card types. */
export const cardBrands = ['visa', 'mastercard', 'amex'] as const;
export type CardBrand = (typeof cardBrands)[number];
