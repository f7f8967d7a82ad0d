import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { outcomeTable, type Outcome } from '@/lib/domain/outcomes';
import type { PaymentResult } from '@/lib/domain/payment';
import { paymentPath, paymentStatusPath } from '@/lib/routes';
import { KeepUpToDate } from './keep-up-to-date';

/** Seconds after which a page without scripts asks again. */
const refreshAfter = 3;

/** What a payment can say of itself without there being anything new on this screen. */
function listUnchanged(outcome: Outcome): readonly Outcome[] {
  return outcome === 'processed' ? ['processed', 'pending', 'pending-approval'] : [outcome];
}

/** A payment that has not ended: asked for by itself, with scripts and without, and by hand; and the way back to it, while there is one. */
export function StaysUpToDate({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  // Of a bill that somebody else's payment is processing, there is nothing to wait for here.
  if (!outcomeTable[result.outcome].keepsItselfUpToDate || result.method === null) return null;
  return (
    <div className="grid justify-items-center gap-3 print:hidden">
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshAfter)} />
      </noscript>
      <KeepUpToDate unchanged={listUnchanged(result.outcome)} statusUrl={paymentStatusPath(result.refid)} />
      <p className="text-ink-soft text-center text-balance">
        <Spinner className="mr-2 align-[-0.25rem]" />
        {t('keepsUpToDate')}
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
