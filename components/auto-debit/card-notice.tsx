import { useTranslations } from 'next-intl';
import type { AutoDebit } from '@/lib/domain/auto-debit';

/** Says which card will pay the bills and how it is verified, before the holder agrees. */
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
