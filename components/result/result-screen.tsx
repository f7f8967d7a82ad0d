import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { outcomeTable } from '@/lib/domain/outcomes';
import type { PaymentResult } from '@/lib/domain/payment';
import { HandOver } from './hand-over';
import { Promotion } from './promotion';
import { ResultDetails } from './result-details';
import { ResultFrame } from './result-frame';
import { ResultHelp } from './result-help';
import { ResultMessage } from './result-message';
import { ResultSteps, TryAgain } from './result-steps';
import { StaysUpToDate } from './stays-up-to-date';

interface ResultScreenProps {
  readonly result: PaymentResult;
  /** The offer of auto debit, where there is one. */
  readonly offer?: ReactNode;
  /** What the operator asks payers here, when that is on. */
  readonly feedback?: ReactNode;
}

/**
 * The one result screen: what is true of a payment, what it means and what can be done next, by the row of its outcome. Specification,
 * section 4, Payment outcomes.
 */
export function ResultScreen({ result, offer, feedback }: ResultScreenProps) {
  const t = useTranslations('result');
  return (
    <ResultFrame>
      <ResultMessage result={result} />
      <StaysUpToDate result={result} />
      <TryAgain result={result} />
      <ResultHelp result={result} />
      {offer}
      {result.handOver && outcomeTable[result.outcome].handOver !== 'never' ? (
        <HandOver handOver={result.handOver} byItself={outcomeTable[result.outcome].handOver === 'by-itself'} />
      ) : null}
      <ResultDetails result={result} />
      <ResultSteps result={result} />
      {result.promotion ? <Promotion promotion={result.promotion} label={t('promotion')} /> : null}
      {feedback}
    </ResultFrame>
  );
}
