'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';

/** The note that the card is sent encrypted. */
export function EncryptionNote() {
  const t = useTranslations('payment');
  return (
    <p className="text-ink-soft flex items-start gap-2 text-sm">
      <Icon name="lock" />
      {t('secureNote')}
    </p>
  );
}
