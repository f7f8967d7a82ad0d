import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { ResultBanner } from './message/result-banner';
import { ResultLayout } from './result-layout';

/** For a URL without a payment or with an unknown one: the text of an ended session and a link to home. */
export function PaymentNotFound() {
  const t = useTranslations('result');
  return (
    <ResultLayout>
      <ResultBanner outcome="session-expired" title={t('sessionExpired.title')}>
        <p className="text-lg">{t('sessionExpired.text')}</p>
        <p className="text-ink-soft">{t('sessionExpired.next')}</p>
      </ResultBanner>
      <LinkButton href={routes.home}>{t('home')}</LinkButton>
    </ResultLayout>
  );
}
