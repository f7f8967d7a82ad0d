import { useTranslations } from 'next-intl';
import { MessageScreen } from '@/components/layout/message-screen';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';

/** What a direct link comes to that leads to no bill, or to one that cannot be paid: why, and the way to quick pay. */
export function BillLinkError({ reason }: { readonly reason: 'billLink' | 'billLinkAmount' | 'accountClosed' }) {
  const t = useTranslations();
  return (
    <MessageScreen
      icon="warning"
      title={t('bill.title')}
      actions={<LinkButton href={routes.home}>{t('layout.goHome')}</LinkButton>}
    >
      <p>{t(`errors.${reason}`)}</p>
    </MessageScreen>
  );
}
