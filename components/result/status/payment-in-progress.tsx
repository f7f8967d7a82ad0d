import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { paymentPath, paymentStatusPath } from '@/lib/routes';
import { PaymentStatusPoller } from '@/components/layout/payment-status-poller';

/** Seconds between reloads without scripts. */
const refreshAfter = 3;

/** The outcomes that look the same on this screen. */
function equivalentOutcomes(outcome: Outcome): readonly Outcome[] {
  return outcome === 'processed' ? ['processed', 'pending', 'pending-approval'] : [outcome];
}

/** Loads the page again. */
export function CheckAgain() {
  const t = useTranslations('result');
  return (
    <LinkButton variant="secondary" href="">
      {t('checkAgain')}
    </LinkButton>
  );
}

/** For a payment in progress: polls its status with or without scripts, and links to check again or to continue. */
export function PaymentInProgress({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  // Another payer's payment of the bill is being processed: nothing to poll here.
  if (!outcomeTable[result.outcome].polls || result.method === null) return null;
  return (
    <div className="grid justify-items-center gap-3 print:hidden">
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshAfter)} />
      </noscript>
      <PaymentStatusPoller
        currentOutcomes={equivalentOutcomes(result.outcome)}
        statusUrl={paymentStatusPath(result.refid)}
        offlineText={t('noConnection')}
      >
        <Spinner className="mr-2 align-[-0.4rem]" />
        {t(result.returnToMerchant === null ? 'updatesAutomatically' : 'updatesUntilReturn')}
      </PaymentStatusPoller>
      {/* Else below the way back, which counts down in a phone's first view. */}
      {result.returnToMerchant === null ? <CheckAgain /> : null}
      {result.canContinue ? (
        <div className="grid justify-items-center gap-1 text-center">
          <p className="text-ink-soft">{t('continueText')}</p>
          <LinkButton variant="quiet" href={paymentPath(result.refid)}>
            {t('continuePayment')}
          </LinkButton>
        </div>
      ) : null}
    </div>
  );
}
