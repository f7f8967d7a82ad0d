import { useLocale, useTranslations } from 'next-intl';
import type { FormState } from '@/components/forms/form-state';
import { PageShell } from '@/components/layout/page-shell';
import { PayAgainField } from '@/components/layout/pay-again-field';
import { RecentPayments } from '@/components/layout/recent-payments';
import { PaymentHelp } from '@/components/layout/payment-help';
import { Notice } from '@/components/ui/notice';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { paysBill, type PaymentPage, type PaymentResult } from '@/lib/domain/payment/payment';
import { ContinueOnPhone } from '../continuation/continue-on-phone';
import { CancelChosenPayment } from './cancel-chosen-payment';
import { UnpaidAttemptNotice } from './unpaid-attempt-notice';
import { OrderSummary } from './order-summary';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { PaymentForm } from './payment-form';
import { timeLeft } from './payment-time-left';
import { PaymentTimeProvider } from './payment-time';
import { toPaymentView } from './payment-view';
import { describeProviderWarnings } from './provider-warnings';
import { AttemptInProgressNotice } from './attempt-in-progress-notice';

interface PaymentScreenProps {
  readonly page: PaymentPage;
  /** Listed before the other methods. */
  readonly mainMethods: readonly PaymentMethod[];
  /** The name of the payment's partner; null: it is not known. */
  readonly partner: string | null;
  /** The same, if the partner has no logo; else null. */
  readonly unseenPartner: string | null;
  /** The name of the biller; null: it is not configured. */
  readonly biller: string | null;
  /** The masked name of the account's holder; null for a visit that was not shown the bill. */
  readonly accountName: string | null;
  /** This visit has taken the bill to this payment, and can take another amount of it. */
  readonly cameFromBill: boolean;
  /** The card of the attempt of this visit that has failed; null: none. */
  readonly failedCard: PaymentResult['card'];
  /** This visit can continue the attempt under way. */
  readonly canContinue: boolean;
  /** A saved card was removed without scripts; by scripts, the list of cards says so. */
  readonly wasCardRemoved: boolean;
  readonly form: FormState;
  /** Created for this page view: all presses of the pay button are one payment. */
  readonly idempotencyKey: string;
  /** Of the link that continues the payment on the payer's phone. */
  readonly continuationKey: string;
}

/** The payment details page: the order summary, the payment form and the cancel button. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { page, mainMethods, accountName, cameFromBill, biller, failedCard, canContinue, wasCardRemoved, form } = props;
  const { partner, unseenPartner, idempotencyKey, continuationKey } = props;
  /** The partner to whom its result hands the payer back. */
  const backTo = page.returnsToPartner ? partner : null;
  const seller = backTo ?? (paysBill(page) ? null : partner);
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const locale = useLocale();
  const warnings = describeProviderWarnings(page, useTranslations(), locale);
  const view = toPaymentView(page, locale, mainMethods, warnings);
  const { isInProgress } = view;
  const hasErrors = form.formError !== null || Object.keys(form.fieldErrors).length > 0;
  // A phone needs no other phone, and a kiosk's payment stays at the kiosk.
  const continuesOnPhone = page.continuesElsewhere && !isInProgress && !isKioskReference(page.refid);
  const canChangeAmount = cameFromBill && !isInProgress && !page.isHeldForReview && !page.returnsToPartner;
  return (
    <PaymentTimeProvider remaining={timeLeft(page)} extensionsLeft={page.extensionsLeft}>
      <PageShell
        title={t('title')}
        notice={
          <>
            {wasCardRemoved ? (
              <Notice tone="success" title={t('cardRemoved')} testId="card-removed" autoFocus={!isInProgress} />
            ) : null}
            <AttemptInProgressNotice page={page} canContinue={canContinue} autoFocus={!hasErrors} />
          </>
        }
        aside={
          <>
            <OrderSummary
              page={page}
              accountName={accountName}
              canChangeAmount={canChangeAmount}
              payee={paysBill(page) ? biller : unseenPartner}
              backTo={backTo}
            />
            {continuesOnPhone ? (
              <div className="hidden md:block">
                <ContinueOnPhone refid={page.refid} idempotencyKey={continuationKey} />
              </div>
            ) : null}
          </>
        }
      >
        {page.isRepeated ? <RecentPayments payments={page.recentPayments} /> : null}
        <PaymentForm
          page={view}
          form={form}
          idempotencyKey={idempotencyKey}
          payAgain={page.isRepeated ? <PayAgainField payments={page.recentPayments} /> : null}
          notice={<UnpaidAttemptNotice page={page} card={failedCard} autoFocus={!hasErrors} />}
        >
          {page.downtimes.length > 0 ? <PaymentHelp question="downtime" refid={page.refid} /> : null}
          <CancelChosenPayment
            refid={page.refid}
            isInProgress={isInProgress}
            idempotencyKey={idempotencyKey}
            backTo={backTo}
          />
          {seller === null ? null : (
            <p data-testid="processed-by" className="text-ink-soft text-center text-sm">
              {t('processedBy', { partner: seller, processor: layout('siteName') })}
            </p>
          )}
        </PaymentForm>
      </PageShell>
    </PaymentTimeProvider>
  );
}
