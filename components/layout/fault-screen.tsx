import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { routes } from '@/lib/routes';
import { PageShell } from './page-shell';

/** What a page shows when the backend failed it: the specification's words and a way on. Takes the address asked for. */
export function FaultScreen({ retryHref }: { retryHref: string }) {
  const t = useTranslations('errors');
  return (
    <PageShell title={t('pageTitle')}>
      <Notice tone="danger">
        <p>{t('pageText')}</p>
      </Notice>
      <p className="text-ink-soft">{t('pageNext')}</p>
      <p className="grid gap-3 sm:flex">
        <LinkButton href={retryHref}>{t('retry')}</LinkButton>
        <LinkButton href={routes.home} variant="secondary">
          {t('home')}
        </LinkButton>
      </p>
    </PageShell>
  );
}
