import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { MessageScreen } from './message-screen';

/** The 404 page. Specification, section 2. `path` is safe to show. */
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
