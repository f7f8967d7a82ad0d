import { useTranslations } from 'next-intl';
import { HomeLink } from '@/components/layout/home-link';
import { MessageScreen } from '@/components/layout/message-screen';

interface BillLinkErrorProps {
  readonly reason: 'billLink' | 'billLinkAmount' | 'sharedBillLink' | 'accountClosed' | 'tooManyRequests';
  /** To wait, after too many requests. */
  readonly minutes?: number;
}

/** The error screen of a link without a bill, with a bill that cannot be paid, or opened too often. */
export function BillLinkError({ reason, minutes = 1 }: BillLinkErrorProps) {
  const t = useTranslations();
  return (
    <MessageScreen
      icon="warning"
      title={t(reason === 'sharedBillLink' ? 'sharing.openedTitle' : 'bill.title')}
      actions={<HomeLink variant="primary" />}
    >
      <p>{t(`errors.${reason}`, { minutes })}</p>
    </MessageScreen>
  );
}
