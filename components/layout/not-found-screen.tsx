import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { MessageScreen } from './message-screen';

/** What an address without a page shows. Specification, section 2. Takes the path as it may be shown. */
export function NotFoundScreen({ path }: { path: string }) {
  const t = useTranslations('notFound');
  return (
    <MessageScreen
      icon="info"
      title={t('title', { path })}
      actions={<LinkButton href={routes.home}>{t('home')}</LinkButton>}
    >
      <p>{t('text')}</p>
    </MessageScreen>
  );
}
