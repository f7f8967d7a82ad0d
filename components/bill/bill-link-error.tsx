import { useTranslations } from 'next-intl';
import { MessageScreen } from '@/components/layout/message-screen';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';

interface BillLinkErrorProps {
  readonly reason: 'billLink' | 'billLinkAmount' | 'accountClosed' | 'tooManyRequests';
  /** To wait, after too many requests. */
  readonly minutes?: number;
}

/** The error screen of a direct link without a bill, with a bill that cannot be paid, or opened too often. */
export function BillLinkError({ reason, minutes = 1 }: BillLinkErrorProps) {
  const t = useTranslations();
  return (
    <MessageScreen
      icon="warning"
      title={t('bill.title')}
      actions={<LinkButton href={routes.home}>{t('layout.goHome')}</LinkButton>}
    >
      <p>{t(`errors.${reason}`, { minutes })}</p>
    </MessageScreen>
  );
}
