'use client';

import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

/** Says that no method can pay this order now, with a link that loads the page again: an outage ends. */
export function NoMethodNotice() {
  const t = useTranslations('downtime.none');
  return (
    <Notice tone="warning" title={t('title')} testId="no-method">
      <p>{t('text')}</p>
      <div className="mt-3">
        {/* An empty href reloads the requested URL. */}
        <LinkButton href="" variant="secondary">
          {t('retry')}
        </LinkButton>
      </div>
    </Notice>
  );
}
