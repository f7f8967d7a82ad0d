import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { MessageScreen } from './message-screen';

/** The screen for a failed backend call, with the specification's message. `retryHref` is the requested URL. */
export function BackendErrorScreen({ retryHref }: { retryHref: string }) {
  const t = useTranslations('errors');
  const actions = (
    <>
      <LinkButton href={retryHref}>{t('retry')}</LinkButton>
      <LinkButton href={routes.home} variant="secondary">
        {t('home')}
      </LinkButton>
    </>
  );
  return (
    <MessageScreen icon="warning" title={t('pageTitle')} actions={actions}>
      <p className="text-ink">{t('pageText')}</p>
      <p className="text-base">{t('pageNext')}</p>
    </MessageScreen>
  );
}
