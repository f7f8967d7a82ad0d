import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { outcomeTable, type ResultOrigin, type ResultRoute } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { CompanySavedNotice } from '@/components/layout/company-saved-notice';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { ForgetPaymentChoices } from './forget-payment-choices';
import { PaymentInProgress } from './status/payment-in-progress';
import { Promotion } from './promotion';
import { ResultDetails } from './result-details';
import { ResultLayout } from './result-layout';
import { ResultHelp } from './message/result-help';
import { ResultAccounts, ResultMessage } from './message/result-message';
import {
  NameCompany,
  offersTryAgain,
  PayBillAgain,
  ReceiptActions,
  ResultActions,
  TryAgain,
} from './actions/result-actions';
import { ReturnToMerchant } from './actions/return-to-merchant';

interface ResultScreenProps {
  readonly result: PaymentResult;
  readonly route: ResultRoute;
  /** Null: the payer comes from paying. */
  readonly origin?: ResultOrigin | null;
  /** The site's origin, for links that are shared. */
  readonly siteUrl: string;
  /** The partner of the payment; null: not known. */
  readonly partnerName?: string | null;
  /** Who is paid bills; null: the site's own name. */
  readonly biller?: string | null;
  /** The auto-debit offer, if any. */
  readonly offer?: ReactNode;
  /** The payer has asked for auto debit with the payment: confirming it is the next step. */
  readonly isAutoDebitRequested?: boolean;
  /** The button that keeps the payment on this device, if it can be kept. */
  readonly keep?: ReactNode;
  /** The feedback widget, if enabled. */
  readonly feedback?: ReactNode;
}

/**
 * The result screen of every payment: outcome, details and next actions, by the outcome's row in `outcomeTable`. Specification, section 4,
 * Payment outcomes.
 */
export function ResultScreen({
  result,
  route,
  origin = null,
  siteUrl,
  partnerName = null,
  biller = null,
  offer,
  isAutoDebitRequested = false,
  keep,
  feedback,
}: ResultScreenProps) {
  const t = useTranslations('result');
  const row = outcomeTable[result.outcome];
  // There is more to it than that the order is paid or not, or its reader comes from elsewhere.
  const isToBeRead = result.canContinue || origin !== null || result.unappliedPayments.length > 0;
  return (
    <ResultLayout
      beside={
        <>
          <ResultAccounts result={result} />
          <ResultDetails result={result} isAutoDebitRequested={isAutoDebitRequested} biller={biller} />
        </>
      }
      last={
        <>
          {isAutoDebitRequested ? null : offer}
          <ResultActions result={result}>{keep}</ResultActions>
          {result.promotion && !isKioskReference(result.refid) ? (
            <Promotion promotion={result.promotion} label={t('promotion')} />
          ) : null}
          {feedback}
          {row.keepsChoices ? null : <ForgetPaymentChoices refid={result.refid} />}
        </>
      }
    >
      {origin === 'company-saved' && result.outcome === 'pending-approval' && result.receiptCompany !== null ? (
        <CompanySavedNotice companyName={result.receiptCompany.companyName} />
      ) : null}
      <ResultMessage result={result} origin={origin} isAutoDebitRequested={isAutoDebitRequested} />
      {isAutoDebitRequested ? offer : null}
      <PaymentInProgress result={result} />
      {result.returnToMerchant && row.returnToMerchant !== 'never' ? (
        <ReturnToMerchant
          merchant={result.returnToMerchant}
          name={partnerName}
          isAutomatic={row.returnToMerchant === 'automatic' && !isToBeRead}
        >
          {offersTryAgain(result) ? <TryAgain result={result} /> : null}
        </ReturnToMerchant>
      ) : (
        <TryAgain result={result} />
      )}
      <NameCompany result={result} />
      <PayBillAgain result={result} />
      <ResultHelp result={result} />
      <ReceiptActions
        result={result}
        route={route}
        siteUrl={siteUrl}
        isMain={result.returnToMerchant === null && !isAutoDebitRequested}
      />
    </ResultLayout>
  );
}
