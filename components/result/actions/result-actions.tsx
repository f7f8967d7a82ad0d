import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { HomeLink } from '@/components/layout/home-link';
import { Button, LinkButton } from '@/components/ui/button';
import { canPayBillAgain } from '@/lib/domain/payment/pay-bill-again';
import { outcomeTable, type ResultRoute } from '@/lib/domain/payment/outcomes';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { quickPayPartnerKey } from '@/lib/domain/quick-pay-partner';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { actions, askReminderPath, namePayingCompanyPath, paymentPath, receiptPath } from '@/lib/routes';
import { CheckAgain } from '../status/payment-in-progress';
import { PrintButton } from './print-button';
import { ShareReceipt } from './share-receipt';

/** Whether the same order can be paid again: both the outcome and the backend allow it. */
export function offersTryAgain({ outcome, canTryAgain }: PaymentResult): boolean {
  return outcomeTable[outcome].tryAgain && canTryAgain;
}

/** A link to pay the same order again, when that is allowed. */
export function TryAgain({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  if (!offersTryAgain(result)) return null;
  return (
    <LinkButton testId="try-again" href={paymentPath(result.refid)}>
      {t(result.method === null ? 'goToPayment' : 'tryAgain')}
    </LinkButton>
  );
}

/** Shows the bill again when this payment of it has ended unpaid. */
export function PayBillAgain({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('result');
  if (!canPayBillAgain(result) || isKioskReference(result.refid)) return null;
  return (
    <form method="post" action={actions.lookUpAgain} className="grid">
      <input type="hidden" name="refid" value={result.refid} />
      <Button testId="pay-bill-again">{t(result.accounts.length > 0 ? 'payAccountsAgain' : 'payBillAgain')}</Button>
    </form>
  );
}

/** Leads to where the company that pays is named on the receipt to come. Once it is paid, the receipt itself asks. */
export function NameCompany({ result }: { readonly result: PaymentResult }) {
  const t = useTranslations('receipt');
  const { outcome, receiptCompany, refid } = result;
  if (outcome !== 'pending-approval' || receiptCompany === null || isKioskReference(refid)) return null;
  return (
    <LinkButton variant="quiet" testId="name-company" href={namePayingCompanyPath(refid)}>
      {t(receiptCompany.companyName === null ? 'companyAddBefore' : 'companyChange')}
    </LinkButton>
  );
}

interface ReceiptActionsProps {
  readonly result: PaymentResult;
  /** The route of this result. */
  readonly route: ResultRoute;
  /** The site's origin. */
  readonly siteUrl: string;
  /** No other step comes before the receipt. */
  readonly isMain: boolean;
}

/** The receipt: its page, which prints it, and its link to share; without one, this page on paper, which is no receipt for an approver. */
export function ReceiptActions({ result, route, siteUrl, isMain }: ReceiptActionsProps) {
  const t = useTranslations('result');
  if (!outcomeTable[result.outcome].receipt) return null;
  const variant = isMain ? 'primary' : 'secondary';
  const receiptToken = isKioskReference(result.refid) ? null : result.receiptToken;
  return (
    <div className="grid gap-3 print:hidden">
      {receiptToken === null ? (
        <PrintButton label={t(result.isForApprover ? 'printPage' : 'print')} variant={variant} />
      ) : (
        <>
          {/* A partner's frame cannot show it, since nobody may frame a receipt. */}
          <LinkButton
            variant={variant}
            testId="official-receipt"
            href={receiptPath(receiptToken, { route, refid: result.refid })}
            target="_top"
          >
            {t('officialReceipt')}
          </LinkButton>
          <ShareReceipt result={result} token={receiptToken} siteUrl={siteUrl} />
        </>
      )}
    </div>
  );
}

interface ResultActionsProps {
  readonly result: PaymentResult;
  /** What follows them. */
  readonly children?: ReactNode;
}

/** The other actions that the outcome allows: links where the receipt is what the payer comes for. */
export function ResultActions({ result, children }: ResultActionsProps) {
  const t = useTranslations('result');
  const isAwaited = outcomeTable[result.outcome].polls && result.returnToMerchant !== null;
  const mayChange = (isAwaited || result.outcome === 'expired') && result.method !== null;
  const variant = outcomeTable[result.outcome].receipt ? 'quiet' : 'secondary';
  // An approver has not ordered, and a partner's customer has come from elsewhere: neither has a bill to pay here.
  const hasBill = !result.isForApprover && (result.paidTo === null || result.partnerKey === quickPayPartnerKey);
  const offersHome = outcomeTable[result.outcome].home && result.returnToMerchant === null && hasBill;
  return (
    <div className="grid gap-3 empty:hidden print:hidden">
      {result.reminderDaysBefore === null || isKioskReference(result.refid) ? null : (
        <LinkButton variant={variant} testId="ask-reminder" href={askReminderPath(result.refid)} target="_top">
          {t('emailReminder')}
        </LinkButton>
      )}
      {mayChange ? <CheckAgain /> : null}
      {offersHome ? <HomeLink isKiosk={isKioskReference(result.refid)} variant={variant} /> : null}
      {children}
    </div>
  );
}
