import { useTranslations } from 'next-intl';
import { HomeLink } from '@/components/layout/home-link';
import { LinkButton } from '@/components/ui/button';
import { paymentStatusPath } from '@/lib/routes';
import { ResultBanner } from './message/result-banner';
import { ResultLayout } from './result-layout';
import { PaymentStatusPoller } from '@/components/layout/payment-status-poller';

interface ResultUnknownProps {
  readonly refid: string;
  readonly retryHref: string;
  readonly isKiosk: boolean;
}

/** Seconds between reloads without scripts. */
const refreshAfter = 10;

/**
 * Shown when the backend cannot return the payment's status; tries again by itself. Money may have moved: who approved a payment is told not to
 * pay again. Specification, section 8, Result page.
 */
export function ResultUnknown({ refid, retryHref, isKiosk }: ResultUnknownProps) {
  const t = useTranslations('result');
  return (
    <ResultLayout>
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshAfter)} />
      </noscript>
      {/* Any status that can be read is news. */}
      <PaymentStatusPoller currentOutcomes={[]} statusUrl={paymentStatusPath(refid)} />
      <ResultBanner outcome="error" title={t('error.title')}>
        <p className="text-lg">{t('error.text')}</p>
        <p>{t('error.unknownText')}</p>
        <p className="font-semibold">{t('error.unknownNext')}</p>
        <p className="text-ink-soft">{t('error.retries')}</p>
      </ResultBanner>
      <LinkButton href={retryHref}>{t('checkAgain')}</LinkButton>
      <HomeLink isKiosk={isKiosk} />
    </ResultLayout>
  );
}
