import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { routes } from '@/lib/routes';
import { ResultBanner } from './message/result-banner';
import { ResultLayout } from './result-layout';

/** For an address that names no payment, or one that is not known: the words of an ended session, and a way on. */
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
