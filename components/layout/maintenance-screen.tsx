import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { MessageScreen } from './message-screen';

/** Shown by the whole site during maintenance. Specification, section 2, Layout. */
export function MaintenanceScreen() {
  const t = useTranslations('maintenance');
  // An empty href reloads the requested URL.
  const retry = (
    <LinkButton href="" variant="secondary">
      {t('retry')}
    </LinkButton>
  );
  return (
    <MessageScreen testId="maintenance" icon="clock" title={t('title')} actions={retry}>
      <p>{t('text')}</p>
      <p className="text-base">{t('next')}</p>
    </MessageScreen>
  );
}
