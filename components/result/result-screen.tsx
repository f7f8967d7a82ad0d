import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { outcomeTable } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { ForgetPaymentChoices } from './forget-payment-choices';
import { PaymentInProgress } from './status/payment-in-progress';
import { Promotion } from './promotion';
import { ResultDetails } from './result-details';
import { ResultLayout } from './result-layout';
import { ResultHelp } from './message/result-help';
import { ResultMessage } from './message/result-message';
import { ResultActions, TryAgain } from './actions/result-actions';
import { ReturnToMerchant } from './actions/return-to-merchant';

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
  const row = outcomeTable[result.outcome];
  return (
    <ResultLayout>
      <ResultMessage result={result} />
      <PaymentInProgress result={result} />
      <TryAgain result={result} />
      <ResultHelp result={result} />
      {result.returnToMerchant && row.returnToMerchant !== 'never' ? (
        <ReturnToMerchant merchant={result.returnToMerchant} isAutomatic={row.returnToMerchant === 'automatic'} />
      ) : null}
      <ResultDetails result={result} />
      {offer}
      <ResultActions result={result} />
      {result.promotion ? <Promotion promotion={result.promotion} label={t('promotion')} /> : null}
      {feedback}
      {row.keepsChoices ? null : <ForgetPaymentChoices refid={result.refid} />}
    </ResultLayout>
  );
}
