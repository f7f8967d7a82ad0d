'use client';

import { useEffect, useState } from 'react';
import { useFieldValue } from '@/components/forms/use-field-value';
import type { CardBrand } from '@/lib/domain/card/card-brands';
import { Logo } from './logo';

/** The logo of one card brand. The brand's name is beside it. */
export function BrandLogo({ brand }: { readonly brand: CardBrand }) {
  return <Logo name={brand} />;
}

/** Returns the brand of the card number in a field; null for an empty field or an unknown brand. */
function useTypedBrand(fieldName: string): CardBrand | null {
  const number = useFieldValue(fieldName);
  const [brand, setBrand] = useState<CardBrand | null>(null);

  useEffect(() => {
    if (number === '') return undefined;
    let isCurrent = true;
    import('@/lib/domain/card/card-number').then(
      ({ getCardBrand }) => {
        if (isCurrent) setBrand(getCardBrand(number));
      },
      // If the code does not load, no logo is dimmed.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [number]);

  return number === '' ? null : brand;
}

interface BrandLogosProps {
  readonly brands: readonly CardBrand[];
  readonly label: string;
  /** The card number's field: logos of other brands are dimmed while the number is typed. */
  readonly numberField: string;
}

/** The accepted card brands. */
export function BrandLogos({ brands, label, numberField }: BrandLogosProps) {
  const typedBrand = useTypedBrand(numberField);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {brands.map((brand) => (
        <Logo key={brand} name={brand} dimmed={typedBrand !== null && typedBrand !== brand} />
      ))}
      <span className="text-ink-soft text-sm">{label}</span>
    </div>
  );
}
