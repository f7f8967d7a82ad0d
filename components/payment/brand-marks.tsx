import type { CardBrand } from '@/lib/domain/card-fields';
import { Mark } from './mark';

/** The drawing of one scheme; its name stands beside it. */
export function BrandMark({ brand }: { readonly brand: CardBrand }) {
  return <Mark name={brand} isBrand />;
}

/** The schemes that are taken. While a number is typed, the enhancement dims those that it cannot be (`data-brand`). */
export function BrandMarks({ brands, label }: { readonly brands: readonly CardBrand[]; readonly label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {brands.map((brand) => (
        <BrandMark key={brand} brand={brand} />
      ))}
      <span className="text-ink-soft text-sm">{label}</span>
    </div>
  );
}
