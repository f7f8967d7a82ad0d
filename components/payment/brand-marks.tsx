import type { CardBrand } from '@/lib/domain/card-fields';

/** Simple drawings by which payers know the card schemes; each carries its name. */
const marks = {
  visa: (
    <text x="24" y="21.5" textAnchor="middle" fontSize="15" fontWeight="800" fontStyle="italic" fill="#1434cb">
      VISA
    </text>
  ),
  mastercard: (
    <>
      <circle cx="19" cy="16" r="9" fill="#eb001b" />
      <circle cx="29" cy="16" r="9" fill="#f79e1b" />
      <path d="M24 8.5a9 9 0 0 1 0 15 9 9 0 0 1 0-15z" fill="#ff5f00" />
    </>
  ),
  amex: (
    <>
      <rect width="48" height="32" rx="4" fill="#006fcf" />
      <text x="24" y="20.5" textAnchor="middle" fontSize="12" fontWeight="800" fill="#ffffff">
        AMEX
      </text>
    </>
  ),
} as const satisfies Record<CardBrand, unknown>;

/** The drawing of one scheme; its name stands beside it. */
export function BrandMark({ brand }: { readonly brand: CardBrand }) {
  return (
    <svg
      data-brand={brand}
      viewBox="0 0 48 32"
      width="48"
      height="32"
      aria-hidden="true"
      className="border-line shrink-0 rounded-sm border bg-white transition-opacity data-dim:opacity-25"
    >
      {marks[brand]}
    </svg>
  );
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
