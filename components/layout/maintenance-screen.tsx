import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { MessageScreen } from './message-screen';

/** What the whole site shows while it is closed. Specification, section 2, Layout. */
export function MaintenanceScreen() {
  const t = useTranslations('maintenance');
  // The address asked for once more.
  const again = (
    <LinkButton href="" variant="secondary">
      {t('retry')}
    </LinkButton>
  );
  return (
    <MessageScreen testId="maintenance" icon="clock" title={t('title')} actions={again}>
      <p>{t('text')}</p>
      <p className="text-base">{t('next')}</p>
    </MessageScreen>
  );
}
