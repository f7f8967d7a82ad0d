import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { MessageScreen } from './message-screen';

interface LoadingScreenProps {
  /** The address asked for. */
  retryHref: string;
  /** Seconds until the page tries again by itself; the server sends the same as Retry-After. */
  retryAfter: number;
}

/** What the whole site shows as long as it knows no configuration. It tries again by itself, without a script. */
export function LoadingScreen({ retryHref, retryAfter }: LoadingScreenProps) {
  const t = useTranslations('loading');
  const now = (
    <LinkButton href={retryHref} variant="secondary">
      {t('retry')}
    </LinkButton>
  );
  return (
    <>
      <meta httpEquiv="refresh" content={String(retryAfter)} />
      <MessageScreen testId="loading" icon={null} title={t('title')} actions={now}>
        <p>{t('text')}</p>
      </MessageScreen>
    </>
  );
}
