import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { PageShell } from './page-shell';

/** What an address without a page shows. Specification, section 2. Takes the path as it may be shown. */
export function NotFoundScreen({ path }: { path: string }) {
  const t = useTranslations('notFound');
  return (
    <PageShell title={t('title', { path })}>
      <p className="text-ink-soft text-lg">{t('text')}</p>
      <p>
        <LinkButton href={routes.home}>{t('home')}</LinkButton>
      </p>
    </PageShell>
  );
}
