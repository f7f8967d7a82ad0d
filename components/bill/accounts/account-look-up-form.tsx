'use client';

import { useTranslations } from 'next-intl';
import { TextField } from '@/components/forms/fields/text-field';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Panel } from '@/components/ui/panel';
import { actions } from '@/lib/routes';

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
  return (
    <Panel title={t('addTitle')}>
      <Form
        id="account-look-up"
        action={actions.lookUpAccount}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        draft={{ form: 'account-look-up', fields: fieldOrder }}
        hiddenFields={{ accountsToken }}
        className="grid gap-5"
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
