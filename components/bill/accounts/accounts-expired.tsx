import { useTranslations } from 'next-intl';
import { MessageScreen } from '@/components/layout/message-screen';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';

/** The list that a payment was created from is not open any more. */
export function AccountsExpired() {
  const t = useTranslations();
  return (
    <MessageScreen
      icon="clock"
      title={t('accounts.title')}
      testId="accounts-expired"
      actions={<LinkButton href={routes.home}>{t('layout.goHome')}</LinkButton>}
    >
      <p>{t('errors.accountsExpired')}</p>
    </MessageScreen>
  );
}
