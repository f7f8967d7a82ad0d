import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';

/** Leads to the payments that this device keeps. Without scripts they cannot be read. */
export function HistoryLink() {
  const t = useTranslations('history');
  return (
    <p className="text-center noscript:hidden">
      <LinkButton href={routes.history} variant="quiet" testId="history-link">
        {t('title')}
      </LinkButton>
    </p>
  );
}
