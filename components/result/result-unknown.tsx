import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { ResultBanner } from './message/result-banner';
import { ResultLayout } from './result-layout';

/** The backend cannot say how the payment stands. Money may be on its way: nothing here claims or invites anything. */
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
