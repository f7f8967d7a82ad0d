import { useTranslations } from 'next-intl';
import type { AutoDebit } from '@/lib/domain/auto-debit';

/** Names the card that will be charged and how it is verified, before the cardholder agrees. */
export function CardNotice({ card }: Pick<AutoDebit, 'card'>) {
  const t = useTranslations('autoDebit');
  const brands = useTranslations('cardBrands');
  if (card === null) return null;
  return (
    <p className="text-ink-soft">
      {t('cardNext', { brand: brands(card.brand), lastFour: card.lastFour })} {t('cardText')}
    </p>
  );
}
