import { useTranslations } from 'next-intl';
import { HomeLink } from '@/components/layout/home-link';
import { MessageScreen } from '@/components/layout/message-screen';

/** The error screen of a link to cancel auto debit that is not one of ours. */
export function CancelLinkError() {
  const t = useTranslations('autoDebitCancellation');
  return (
    <MessageScreen icon="warning" title={t('invalidTitle')} actions={<HomeLink />}>
      <p>{t('invalidText')}</p>
    </MessageScreen>
  );
}
