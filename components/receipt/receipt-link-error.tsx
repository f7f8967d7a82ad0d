import { useTranslations } from 'next-intl';
import { HomeLink } from '@/components/layout/home-link';
import { MessageScreen } from '@/components/layout/message-screen';

interface ReceiptLinkErrorProps {
  readonly reason: 'invalid' | 'expired' | 'tooMany';
  /** To wait, after too many receipts. */
  readonly minutes?: number;
}

/** The error screen of a link that opens no receipt: not one of ours, expired, or opened too often. */
export function ReceiptLinkError({ reason, minutes = 1 }: ReceiptLinkErrorProps) {
  const t = useTranslations('receipt');
  return (
    <MessageScreen icon="warning" title={t(`${reason}Title`)} actions={<HomeLink />}>
      <p>{t(`${reason}Text`, { minutes })}</p>
    </MessageScreen>
  );
}
