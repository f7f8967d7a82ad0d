import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { MessageScreen } from './message-screen';

interface LoadingScreenProps {
  /** The requested URL. */
  retryHref: string;
  /** Seconds until the page reloads; the server sends the same value as Retry-After. */
  retryAfter: number;
}

/** Shown by the whole site until it has loaded a configuration. It reloads itself without scripts. */
export function LoadingScreen({ retryHref, retryAfter }: LoadingScreenProps) {
  const t = useTranslations('loading');
  const retry = (
    <LinkButton href={retryHref} variant="secondary">
      {t('retry')}
    </LinkButton>
  );
  return (
    <>
      <meta httpEquiv="refresh" content={String(retryAfter)} />
      <MessageScreen testId="loading" icon={null} title={t('title')} actions={retry}>
        <p>{t('text')}</p>
      </MessageScreen>
    </>
  );
}
