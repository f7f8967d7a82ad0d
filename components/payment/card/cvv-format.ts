import type { CardBrand } from '@/lib/domain/card/card-brands';

/** Returns the hint and the length of the CVV of a card of one of these brands: an American Express has four digits on its front. */
export function cvvFormatOf(brands: readonly CardBrand[]) {
  if (!brands.includes('amex')) return { hint: 'cardCvvHintBack', maxLength: 3 } as const;
  return {
    hint: brands.every((brand) => brand === 'amex') ? 'cardCvvHintFront' : 'cardCvvHint',
    maxLength: 4,
  } as const;
}
