import { useTranslations } from 'next-intl';
import { PageShell } from '@/components/layout/page-shell';
import { LinkButton } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { routes } from '@/lib/routes';

/** What a direct link comes to that leads to no bill, or to one that cannot be paid: why, and the way to quick pay. */
export function BillLinkError({ reason }: { readonly reason: 'billLink' | 'billLinkAmount' | 'accountClosed' }) {
  const t = useTranslations();
  return (
    <PageShell title={t('bill.title')}>
      <Notice tone="danger">
        <p>{t(`errors.${reason}`)}</p>
      </Notice>
      <p>
        <LinkButton href={routes.home}>{t('layout.goHome')}</LinkButton>
      </p>
    </PageShell>
  );
}
