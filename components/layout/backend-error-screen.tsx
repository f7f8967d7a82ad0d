import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { StateScreen } from './message-screen';

/** What a page shows when the backend failed it: the specification's words and a way on. Takes the address asked for. */
export function FaultScreen({ retryHref }: { retryHref: string }) {
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
    <StateScreen icon="warning" title={t('pageTitle')} ways={ways}>
      <p className="text-ink">{t('pageText')}</p>
      <p className="text-base">{t('pageNext')}</p>
    </StateScreen>
  );
}
