'use client';

import { useTranslations } from 'next-intl';
import { TextField } from '@/components/forms/fields/text-field';
import { Form } from '@/components/forms/form';
import { useReadFormDraft } from '@/components/forms/form-draft';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Panel } from '@/components/ui/panel';
import { actions } from '@/lib/routes';
import { accountLookUpForm } from './form-ids';

interface AccountLookUpFormProps {
  readonly form: FormState;
  readonly accountsToken: string;
}

const fieldOrder = ['accountNumber'] as const;

const loadSchema = async () => (await import('@/lib/domain/forms/lookup-form')).lookupFormSchema;

/** Looks up another account for the list: its bill is shown, to choose an amount. */
export function AccountLookUpForm({ form, accountsToken }: AccountLookUpFormProps) {
  const t = useTranslations('accounts');
  const home = useTranslations('home');
  const readTypedContact = useReadFormDraft();

  /** Sends what is typed in the form that pays the list along, so that it is kept. */
  async function addTypedContact(fields: URLSearchParams): Promise<URLSearchParams> {
    return new URLSearchParams([...fields, ...Object.entries(readTypedContact()?.fields ?? {})]);
  }

  return (
    <Panel title={t('addTitle')}>
      <Form
        id={accountLookUpForm}
        action={actions.lookUpAccount}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        hiddenFields={{ accountsToken }}
        prepare={addTypedContact}
        // A phone shows the total above the field that it opens at, a larger window the page from its start.
        className="grid gap-5 [&_input]:scroll-mt-[42vh]"
      >
        <TextField
          name="accountNumber"
          label={home('accountNumber')}
          hint={home('accountNumberHint')}
          kind="numeric"
          format="accountNumber"
          autoComplete="off"
          spaced
        />
        <SubmitButton variant="secondary" full testId="look-up-account" busyLabel={home('submitting')}>
          {home('submit')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
