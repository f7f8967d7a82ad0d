import type { PaymentResult } from '@/lib/domain/payment/payment';

interface PromotionProps {
  readonly promotion: NonNullable<PaymentResult['promotion']>;
  readonly label: string;
}

/** The operator's banner. Its place is kept before the picture is there, so that nothing moves. */
export function Promotion({ promotion, label }: PromotionProps) {
  return (
    <a
      data-testid="promotion"
      href={promotion.linkUrl}
      className="border-line bg-sunken block overflow-hidden rounded-lg border print:hidden"
    >
      {/* Any size and any host: the operator's own picture, which no optimiser of ours may fetch. */}
      <img
        src={promotion.imageUrl}
        alt={label}
        width={640}
        height={240}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className="aspect-[8/3] w-full object-contain"
      />
    </a>
  );
}
