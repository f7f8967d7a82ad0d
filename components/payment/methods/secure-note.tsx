import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';

/** Said wherever a card is typed. */
export function SecureNote() {
  const t = useTranslations('payment');
  return (
    <p className="text-ink-soft flex items-start gap-2 text-sm">
      <Icon name="lock" />
      {t('secureNote')}
    </p>
  );
}
