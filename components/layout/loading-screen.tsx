import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';

interface LoadingScreenProps {
  /** The address asked for. */
  retryHref: string;
  /** Seconds until the page tries again by itself; the server sends the same as Retry-After. */
  retryAfter: number;
}

/** What the whole site shows as long as it knows no configuration. It tries again by itself, without a script. */
export function LoadingScreen({ retryHref, retryAfter }: LoadingScreenProps) {
  const t = useTranslations('loading');
  return (
    <div data-testid="loading" className="max-w-page mx-auto px-4 py-16 text-center sm:px-6">
      <meta httpEquiv="refresh" content={String(retryAfter)} />
      <Spinner className="text-accent-ink size-12 border-4" />
      <h1 className="mt-6 text-2xl tracking-tight">{t('title')}</h1>
      <p className="text-ink-soft mt-3 mb-6 text-lg">{t('text')}</p>
      <LinkButton href={retryHref} variant="secondary">
        {t('retry')}
      </LinkButton>
    </div>
  );
}
