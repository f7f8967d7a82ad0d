'use client';

import { useEffect, useState } from 'react';
import { useFieldValue } from '@/components/forms/use-field-value';
import { Logo } from '@/components/layout/logo';
import type { CardBrand } from '@/lib/domain/card/card-brands';

/** The logo of one card brand. The brand's name is beside it. */
export function BrandLogo({ brand }: { readonly brand: CardBrand }) {
  return <Logo name={brand} />;
}

/** Returns the brand of the card number in a field; null for an empty field or an unknown brand. */
export function useTypedBrand(fieldName: string): CardBrand | null {
  const number = useFieldValue(fieldName);
  const [brand, setBrand] = useState<CardBrand | null>(null);

  useEffect(() => {
    if (number === '') return undefined;
    let isCurrent = true;
    import('@/lib/domain/card/card-number').then(
      ({ getCardBrand }) => {
        if (isCurrent) setBrand(getCardBrand(number));
      },
      // If the code does not load, there is no logo.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [number]);

  return number === '' ? null : brand;
}
