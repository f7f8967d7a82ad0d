import type { CardBrand } from '@/lib/domain/card/card-brands';
import type { BankMark } from '@/lib/domain/methods/main-banks';
import type { KnownWallet } from '@/lib/domain/methods/wallet';

/** The logos in public/logos.svg. */
export type LogoName = CardBrand | KnownWallet | BankMark | 'fpx' | 'm2u' | 'duitnow';

interface LogoProps {
  readonly name: LogoName;
}

/** The logo of a card brand, wallet or payment method. Hidden from screen readers, because the name is beside it. All logos are in one SVG sprite. */
export function Logo({ name }: LogoProps) {
  return (
    <svg aria-hidden="true" className="logo border-line shrink-0 rounded-sm border bg-white">
      <use href={`/logos.svg#${name}`} />
    </svg>
  );
}
