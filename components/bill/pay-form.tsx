'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useAnalytics } from '@/components/analytics/use-analytics';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Button } from '@/components/ui/button';
import { ButtonLabel } from '@/components/ui/button-label';
import { DefaultButton } from '@/components/ui/default-button';
import { Panel } from '@/components/ui/panel';
import { StickyBar } from '@/components/ui/sticky-bar';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { actions, paymentPath } from '@/lib/routes';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import { ContactFields } from './contact-fields';
import type { PayFormBill } from './pay-form-bill';
import { PayDraft } from './pay-draft';
import { PayOptions } from './pay-options';
import { PayTotal } from './pay-total';
import { useBillRedirects } from './use-bill-redirects';

interface PayFormProps {
  readonly bill: PayFormBill;
  /** The confirmation that the payment repeats a recent one, if it may. */
  readonly payAgain?: ReactNode;
  /** Another amount that the form suggests, in ringgit; empty for none. */
  readonly amount?: string;
  readonly form: FormState;
  /** Sealed by the server: it alone determines the bill and the balances that the form shows. */
  readonly billToken: string;
  readonly idempotencyKey: string;
  /** The direct link that opened the bill. */
  readonly linkRefid?: string;
  /** The token of the link that opened a shared bill. */
  readonly shareToken?: string;
  /** Other accounts can be paid with this bill. */
  readonly offersOthers?: boolean;
  /** The list of a payment of several accounts that the bill is put on, or changed on: it is not paid from here. */
  readonly list?: {
    /** Sealed by the server. */
    readonly accountsToken: string;
    /** The account is on it. */
    readonly isListed: boolean;
  };
}

const fieldOrder = ['payOption', 'amount', 'payAgain', 'email', 'phoneNumber'] as const;

/** The form that pays a bill: the amount and the contact for the receipt; of another account only its amount. Specification, section 4: bill flow. */
export function PayForm({
  bill,
  payAgain,
  amount = '',
  form,
  billToken,
  idempotencyKey,
  linkRefid,
  shareToken,
  offersOthers = false,
  list,
}: PayFormProps) {
  const t = useTranslations('bill');
  const layout = useTranslations('layout');
  const required = useTranslations('validation')('required');
  const { trackStep } = useAnalytics();
  const started = useBillStore((state) => state.createTransactionStarted);
  const succeeded = useBillStore((state) => state.createTransactionSuccess);
  const failed = useBillStore((state) => state.createTransactionError);
  const isBusy = useBillStore((state) => state.isFetching || state.redirectToPayView);
  useBillRedirects();

  /** The store navigates to the payment page; any other path is loaded here. */
  function navigate(next: string) {
    const { searchParams } = new URL(next, window.location.origin);
    const refid = searchParams.get('refid');
    if (refid !== null && next === paymentPath(refid)) succeeded({ transactionRefId: refid });
    else window.location.assign(next);
  }

  return (
    <Panel>
      <Form
        id="pay-bill"
        action={list === undefined ? actions.payBill : actions.addAccount}
        state={form}
        fieldOrder={fieldOrder}
        summaryTexts={{ [required]: layout('errorOf', { field: t('amount'), message: required }) }}
        loadSchema={async () => (await import('@/lib/domain/forms/bill-form')).billFormSchema(bill)}
        idempotencyKey={list === undefined ? idempotencyKey : undefined}
        draft={{ form: 'bill', fields: retainedFields.bill }}
        hiddenFields={{
          billToken,
          ...(linkRefid !== undefined && { linkRefid }),
          ...(shareToken !== undefined && { shareToken }),
          ...(list !== undefined && { accountsToken: list.accountsToken }),
        }}
        onStart={() => {
          started();
          if (list === undefined) trackStep('proceed_to_payment');
        }}
        onError={failed}
        onAccepted={navigate}
        className="group/pay grid gap-6"
      >
        {offersOthers ? <DefaultButton /> : null}
        <PayOptions bill={bill} amount={amount} />
        {payAgain}
        {list === undefined ? <ContactFields /> : null}
        {list !== undefined || isKioskReference(linkRefid ?? '') ? null : (
          <PayDraft
            bill={bill}
            // Of a bill by link each rendering has another token; the last characters of any are the token's own.
            draftKey={`${(linkRefid ?? shareToken ?? billToken).slice(-22)}.${bill.currentBalance}.${bill.outstanding}`}
            wasSubmitted={Object.keys(form.values).length > 0}
          />
        )}
        {offersOthers ? (
          // The browser posts it itself: the form's own button is the one that pays.
          <Button variant="secondary" formAction={actions.addAccount} testId="add-account">
            {t('addAccount')}
          </Button>
        ) : null}
        {list !== undefined ? (
          <StickyBar total={{ label: t('amountOfAccount'), amount: <PayTotal bill={bill} /> }}>
            <SubmitButton full testId="add-to-payment" busy={isBusy}>
              <ButtonLabel detail={<PayTotal bill={bill} />} isDetailForPhones>
                {t(list.isListed ? 'changeInPayment' : 'addToPayment')}
              </ButtonLabel>
            </SubmitButton>
          </StickyBar>
        ) : bill.outstanding > 0 ? (
          <StickyBar total={{ label: t('total'), amount: <PayTotal bill={bill} /> }}>
            <SubmitButton full icon="lock" testId="pay" busyLabel={t('paying')} busy={isBusy}>
              <ButtonLabel detail={<PayTotal bill={bill} />} isDetailForPhones>
                {t('pay')}
              </ButtonLabel>
            </SubmitButton>
          </StickyBar>
        ) : (
          // Nothing is due, or all of it is on its way: another payment is possible, and nobody is led to it.
          <SubmitButton full variant="secondary" testId="pay" busyLabel={t('paying')} busy={isBusy}>
            <ButtonLabel>{t('pay')}</ButtonLabel>
          </SubmitButton>
        )}
      </Form>
    </Panel>
  );
}
