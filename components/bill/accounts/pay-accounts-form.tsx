'use client';

import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import { readFormFields } from '@/components/forms/form-draft';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { ButtonLabel } from '@/components/ui/button-label';
import { Panel } from '@/components/ui/panel';
import { StickyBar } from '@/components/ui/sticky-bar';
import { accountField, maximumAccounts } from '@/lib/domain/bill/several-accounts';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { actions } from '@/lib/routes';
import { ContactFields } from '../contact-fields';
import { accountLookUpForm, payAccountsForm } from './form-ids';

interface PayAccountsFormProps {
  readonly form: FormState;
  readonly accountsToken: string;
  readonly contact: { readonly email: string; readonly phoneNumber: string };
  /** Formatted. */
  readonly total: string;
  readonly idempotencyKey: string;
}

/** Errors of an account lead to its row. */
const fieldOrder = [
  ...Array.from({ length: maximumAccounts }, (_account, index) => accountField(index + 1)),
  'email',
  'phoneNumber',
];

const loadSchema = async () => (await import('@/lib/domain/forms/bill-form')).contactFormSchema;

/** Sends the number that is typed in the form for another account along: the server does not leave it out silently. */
async function addUnlistedNumber(fields: URLSearchParams): Promise<URLSearchParams> {
  const form = document.forms.namedItem(accountLookUpForm);
  const typed = form === null ? {} : readFormFields(form, retainedFields[accountLookUpForm]);
  return new URLSearchParams([...fields, ...Object.entries(typed)]);
}

/** Pays the listed accounts in one payment: the contact for the receipt, and the total. */
export function PayAccountsForm({ form, accountsToken, contact, total, idempotencyKey }: PayAccountsFormProps) {
  const t = useTranslations('bill');
  return (
    <Panel>
      <Form
        id={payAccountsForm}
        action={actions.payAccounts}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        idempotencyKey={idempotencyKey}
        draft={{ form: 'accounts', fields: retainedFields.accounts }}
        hiddenFields={{ accountsToken }}
        prepare={addUnlistedNumber}
        className="grid gap-6"
      >
        <ContactFields {...contact} />
        <StickyBar total={{ label: t('total'), amount: total, testId: 'pay-total' }}>
          <SubmitButton full icon="lock" testId="pay-accounts" busyLabel={t('paying')}>
            <ButtonLabel detail={total} isDetailForPhones>
              {t('pay')}
            </ButtonLabel>
          </SubmitButton>
        </StickyBar>
      </Form>
    </Panel>
  );
}
