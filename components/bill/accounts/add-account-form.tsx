'use client';

import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { PayAgainField } from '@/components/layout/pay-again-field';
import { Panel } from '@/components/ui/panel';
import { StickyBar } from '@/components/ui/sticky-bar';
import { hasCountedPayment } from '@/lib/domain/bill/recent-payments';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { actions } from '@/lib/routes';
import type { PayFormBill } from '../pay-form-bill';
import { PayOptions } from '../pay-options';
import { PayTotal } from '../pay-total';

interface AddAccountFormProps {
  readonly bill: PayFormBill;
  /** Another amount that the form suggests, in ringgit; empty for none. */
  readonly amount: string;
  readonly form: FormState;
  /** Sealed by the server: the bill with its balances, and the list that it is put on. */
  readonly billToken: string;
  readonly accountsToken: string;
  /** The account is on the list: its amount is changed. */
  readonly isListed: boolean;
}

const fieldOrder = ['payOption', 'amount', 'payAgain'] as const;

/** Chooses what is paid of the bill of another account, for the list of one payment. */
export function AddAccountForm({ bill, amount, form, billToken, accountsToken, isListed }: AddAccountFormProps) {
  const t = useTranslations('bill');
  const layout = useTranslations('layout');
  const required = useTranslations('validation')('required');
  return (
    <Panel>
      <Form
        id="pay-bill"
        action={actions.addAccount}
        state={form}
        fieldOrder={fieldOrder}
        summaryTexts={{ [required]: layout('errorOf', { field: t('amount'), message: required }) }}
        loadSchema={async () => (await import('@/lib/domain/forms/bill-form')).billFormSchema(bill)}
        draft={{ form: 'bill', fields: retainedFields.bill }}
        hiddenFields={{ billToken, accountsToken }}
        className="group/pay grid gap-6"
      >
        <PayOptions bill={bill} amount={amount} />
        {hasCountedPayment(bill.recentPayments) ? <PayAgainField /> : null}
        <StickyBar total={{ label: t('amountOfAccount'), amount: <PayTotal bill={bill} /> }}>
          <SubmitButton full testId="add-to-payment">
            {t(isListed ? 'changeInPayment' : 'addToPayment')}
          </SubmitButton>
        </StickyBar>
      </Form>
    </Panel>
  );
}
