import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { outcomeTable } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { paymentPath, routes } from '@/lib/routes';
import { PrintButton } from './print-button';
import { ShareReceipt } from './share-receipt';

/** Paying the same order, by the same method or another: only when the outcome's row and the backend both allow it. */
export function TryAgain({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  if (!outcomeTable[result.outcome].tryAgain || !result.canTryAgain) return null;
  return (
    <LinkButton testId="try-again" href={paymentPath(result.refid)}>
      {t(result.method === null ? 'goToPayment' : 'tryAgain')}
    </LinkButton>
  );
}

/** What else the payer can do, as far as the outcome's row allows it. */
export function ResultActions({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  const steps = outcomeTable[result.outcome];
  const mayArriveLate = result.outcome === 'expired' && result.method !== null;
  return (
    <div className="grid gap-3 print:hidden">
      {steps.receipt ? <PrintButton label={t('print')} /> : null}
      {steps.receipt ? <ShareReceipt result={result} /> : null}
      {mayArriveLate ? (
        <LinkButton variant="secondary" href="">
          {t('checkAgain')}
        </LinkButton>
      ) : null}
      {steps.home && result.returnToMerchant === null ? (
        <LinkButton variant="secondary" href={routes.home}>
          {t('home')}
        </LinkButton>
      ) : null}
    </div>
  );
}
