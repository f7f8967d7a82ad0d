import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/button';
import { outcomeTable } from '@/lib/domain/outcomes';
import type { PaymentResult } from '@/lib/domain/payment';
import { paymentPath, routes } from '@/lib/routes';
import { PrintButton } from './print-button';

/** Paying the same order again, by any method: only when the outcome's row and the backend both allow it. */
export function TryAgain({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  if (!outcomeTable[result.outcome].tryAgain || !result.canTryAgain) return null;
  return (
    <LinkButton testId="try-again" href={paymentPath(result.refid)}>
      {t('tryAgain')}
    </LinkButton>
  );
}

/** What else the payer can do, as far as the outcome's row allows it. */
export function ResultSteps({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  const steps = outcomeTable[result.outcome];
  return (
    <div className="grid gap-3 print:hidden">
      {steps.receipt ? <PrintButton label={t('print')} /> : null}
      {steps.home && result.handOver === null ? (
        <LinkButton variant="secondary" href={routes.home}>
          {t('home')}
        </LinkButton>
      ) : null}
    </div>
  );
}
