import { useTranslations } from 'next-intl';
import { MessageScreen } from '@/components/layout/message-screen';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';

/** The error screen of a direct link without a bill, or with a bill that cannot be paid. */
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
