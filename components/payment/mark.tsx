import type { CardBrand } from '@/lib/domain/card-fields';
import type { KnownWallet } from '@/lib/domain/wallets';

/** What public/marks.svg has a drawing of. */
export type MarkName = CardBrand | KnownWallet | 'fpx' | 'm2u' | 'duitnow';

interface MarkProps {
  readonly name: MarkName;
  /** A card scheme that a typed number may be of: the enhancement dims it while it cannot be. */
  readonly isBrand?: boolean;
}

/** The mark by which payers know a scheme, a wallet or a method; its name stands beside it. All are one file, fetched once. */
export function Mark({ name, isBrand }: MarkProps) {
  return (
    <svg
      data-brand={isBrand ? name : undefined}
      width="42"
      height="28"
      aria-hidden="true"
      className="border-line shrink-0 rounded-sm border bg-white data-dim:opacity-25"
    >
      <use href={`/marks.svg#${name}`} />
    </svg>
  );
}
