import { useTranslations } from 'next-intl';
import { HomeLink } from '@/components/layout/home-link';
import { ResultBanner } from './message/result-banner';
import { ResultLayout } from './result-layout';

/** For a URL without a payment or with an unknown one: the text of an ended session and a link to home. */
export function PaymentNotFound({ isKiosk }: { readonly isKiosk: boolean }) {
  const t = useTranslations('result');
  return (
    <ResultLayout>
      <ResultBanner outcome="session-expired" title={t('sessionExpired.title')}>
        <p className="text-lg">{t('sessionExpired.text')}</p>
        <p className="text-ink-soft">{t('sessionExpired.next')}</p>
      </ResultBanner>
      <HomeLink isKiosk={isKiosk} variant="primary" />
    </ResultLayout>
  );
}
