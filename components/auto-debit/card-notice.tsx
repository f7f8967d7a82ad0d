import { useTranslations } from 'next-intl';
import type { AutoDebit } from '@/lib/domain/auto-debit';

/** Names the card that will be charged and how it is verified, before the cardholder agrees. Its payment has verified one that the gateway keeps. */
export function CardNotice({
  autoDebit: { card, cardEntry },
}: {
  readonly autoDebit: Pick<AutoDebit, 'card' | 'cardEntry'>;
}) {
  const t = useTranslations('autoDebit');
  const brands = useTranslations('cardBrands');
  if (card === null) return null;
  return (
    <p className="text-ink-soft">
      {t('cardNext', { brand: brands(card.brand), lastFour: card.lastFour })}
      {cardEntry === 'own' ? ` ${t('cardText')}` : null}
    </p>
  );
}
