import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { MessageScreen } from './message-screen';

/** What a page shows when the backend failed it: the specification's words and a way on. Takes the address asked for. */
export function BackendErrorScreen({ retryHref }: { retryHref: string }) {
  const t = useTranslations('errors');
  const ways = (
    <>
      <LinkButton href={retryHref}>{t('retry')}</LinkButton>
      <LinkButton href={routes.home} variant="secondary">
        {t('home')}
      </LinkButton>
    </>
  );
  return (
    <MessageScreen icon="warning" title={t('pageTitle')} actions={ways}>
      <p className="text-ink">{t('pageText')}</p>
      <p className="text-base">{t('pageNext')}</p>
    </MessageScreen>
  );
}
