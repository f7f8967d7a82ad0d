import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { ResultBanner } from './message/result-banner';
import { ResultLayout } from './result-layout';

/** Shown when the backend cannot return the payment's status. Money may have moved, so it does not invite to pay again. */
export function ResultUnknown({ retryHref }: { readonly retryHref: string }) {
  const t = useTranslations('result');
  const errors = useTranslations('errors');
  return (
    <ResultLayout>
      <ResultBanner outcome="error" title={t('error.title')}>
        <p className="text-lg">{errors('technical')}</p>
        <p>{t('error.unknownText')}</p>
        <p className="text-ink-soft">{t('error.unknownNext')}</p>
      </ResultBanner>
      <LinkButton href={retryHref}>{t('checkAgain')}</LinkButton>
      <LinkButton href={routes.home} variant="secondary">
        {t('home')}
      </LinkButton>
    </ResultLayout>
  );
}
