import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatMoment } from '@/lib/i18n/format-time';
import { outcomeTable } from '@/lib/domain/outcomes';
import type { PaymentResult } from '@/lib/domain/payment';
import { LinkButton } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { paymentStatusPath } from '@/lib/routes';
import { HandOver } from './hand-over';
import { KeepUpToDate } from './keep-up-to-date';
import { outcomeWords } from './outcome-words';
import { Promotion } from './promotion';
import { wordsOfReason } from './reason-words';
import { ResultBanner } from './result-banner';
import { ResultDetails } from './result-details';
import { ResultFrame } from './result-frame';
import { ResultSteps, TryAgain } from './result-steps';

/** Seconds after which a page without scripts asks again. */
const refreshAfter = 3;

/**
 * The one result screen: what is true of a payment, what it means and what can be done next, by the row of its outcome. Specification,
 * section 4, Payment outcomes.
 */
export function ResultScreen({ result, offer }: { readonly result: PaymentResult; readonly offer?: ReactNode }) {
  const t = useTranslations('result');
  const reasons = useTranslations('reasons');
  const locale = useLocale();
  const { outcome } = result;
  const words = outcomeWords[outcome];
  const reason = outcome === 'failed' ? wordsOfReason(result.reasonCode) : null;
  const { keepsItselfUpToDate } = outcomeTable[outcome];

  return (
    <ResultFrame>
      <ResultBanner outcome={outcome} title={t(`${words}.title`)}>
        <p className="text-lg">{t(`${words}.text`)}</p>
        {reason ? <p className="font-semibold">{reasons(reason)}</p> : null}
        {outcome === 'pending-approval' && result.approvalDeadline ? (
          <p className="font-semibold">
            {t('approvalDeadline', { date: formatMoment(result.approvalDeadline, locale) })}
          </p>
        ) : null}
        <p className="text-ink-soft">{t(`${words}.next`)}</p>
        {outcome === 'successful' && result.receiptSentTo ? (
          <p className="text-ink-soft">{t('receiptSent', { email: result.receiptSentTo })}</p>
        ) : null}
      </ResultBanner>
      {keepsItselfUpToDate ? (
        <div className="grid justify-items-center gap-3 print:hidden">
          <noscript>
            <meta httpEquiv="refresh" content={String(refreshAfter)} />
          </noscript>
          <KeepUpToDate outcome={outcome} statusUrl={paymentStatusPath(result.refid)} />
          <p className="text-ink-soft flex items-center gap-2">
            <Spinner />
            {t('keepsUpToDate')}
          </p>
          <LinkButton variant="secondary" href="">
            {t('checkAgain')}
          </LinkButton>
        </div>
      ) : null}
      <TryAgain result={result} />
      {offer}
      {result.handOver ? <HandOver handOver={result.handOver} byItself={outcome !== 'pending'} /> : null}
      <ResultDetails result={result} />
      <ResultSteps result={result} />
      {result.promotion ? <Promotion promotion={result.promotion} label={t('promotion')} /> : null}
    </ResultFrame>
  );
}
