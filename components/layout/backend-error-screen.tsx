import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { HomeLink } from './home-link';
import { MessageScreen } from './message-screen';

interface BackendErrorScreenProps {
  /** The requested URL. */
  readonly retryHref: string;
  readonly isKiosk: boolean;
}

/** The screen for a failed backend call, with the specification's message. */
export function BackendErrorScreen({ retryHref, isKiosk }: BackendErrorScreenProps) {
  const t = useTranslations('errors');
  const actions = (
    <>
      <LinkButton href={retryHref}>{t('retry')}</LinkButton>
      <HomeLink isKiosk={isKiosk} />
    </>
  );
  return (
    <MessageScreen icon="warning" title={t('pageTitle')} actions={actions}>
      <p className="text-ink">{t('pageText')}</p>
      <p className="text-base">{t('pageNext')}</p>
    </MessageScreen>
  );
}
