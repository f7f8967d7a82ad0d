import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { outcomeTable, type Outcome } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { paymentPath, paymentStatusPath } from '@/lib/routes';
import { PaymentStatusPoller } from './payment-status-poller';

/** Seconds after which a page without scripts is loaded again. */
const refreshAfter = 3;

/** The outcomes that look the same on this screen. */
function equivalentOutcomes(outcome: Outcome): readonly Outcome[] {
  return outcome === 'processed' ? ['processed', 'pending', 'pending-approval'] : [outcome];
}

/** A payment that has not ended: its status is polled, with scripts or without, and can be checked by hand; and the way back to it, while there is one. */
export function PaymentInProgress({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  // Of a bill that somebody else's payment is processing, there is nothing to wait for here.
  if (!outcomeTable[result.outcome].polls || result.method === null) return null;
  return (
    <div className="grid justify-items-center gap-3 print:hidden">
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshAfter)} />
      </noscript>
      <PaymentStatusPoller
        currentOutcomes={equivalentOutcomes(result.outcome)}
        statusUrl={paymentStatusPath(result.refid)}
      />
      <p className="text-ink-soft text-center text-balance">
        <Spinner className="mr-2 align-[-0.25rem]" />
        {t('updatesAutomatically')}
      </p>
      <LinkButton variant="secondary" href="">
        {t('checkAgain')}
      </LinkButton>
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
