import type { PaymentResult } from '@/lib/domain/payment/payment';

interface PromotionProps {
  readonly promotion: NonNullable<PaymentResult['promotion']>;
  readonly label: string;
}

/** The operator's banner. Its space is reserved before the image loads, so that the layout does not shift. */
export function Promotion({ promotion, label }: PromotionProps) {
  return (
    <a
      data-testid="promotion"
      href={promotion.linkUrl}
      className="border-line bg-sunken block overflow-hidden rounded-lg border print:hidden"
    >
      {/* A plain image: any size and host, chosen by the operator. */}
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
