'use client';

import { useTranslations } from 'next-intl';
import { TextField } from '@/components/forms/fields/text-field';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Panel } from '@/components/ui/panel';
import { companyNameMaxLength } from '@/lib/domain/receipt/company-name-length';

interface CompanyFormProps {
  /** Where the form posts to. */
  readonly action: string;
  /** Names the receipt, or the payment that has none yet. */
  readonly hiddenFields: Readonly<Record<string, string>>;
  /** The form whose input is kept. */
  readonly name: 'receipt' | 'company';
  /** What to write there, and how a name is taken off. */
  readonly hints: readonly [write: string, remove: string];
  /** The name on the receipt; null: none. */
  readonly companyName: string | null;
  readonly form: FormState;
  readonly idempotencyKey: string;
  /** Saving the name is what the page asks for first: a name that is not saved is not in the PDF. */
  readonly isMain: boolean;
}

const fieldOrder = ['companyName'];

/** The form that names the company that paid on its receipt. An empty name takes it off. */
export function CompanyForm({
  action,
  hiddenFields,
  name,
  hints,
  companyName,
  form,
  idempotencyKey,
  isMain,
}: CompanyFormProps) {
  const t = useTranslations('receipt');
  return (
    <Panel>
      <Form
        id="receipt-company"
        action={action}
        state={form}
        fieldOrder={fieldOrder}
        idempotencyKey={idempotencyKey}
        draft={{ form: name, fields: fieldOrder }}
        hiddenFields={hiddenFields}
        className="grid gap-4"
      >
        <TextField
          name="companyName"
          label={t('companyLabel')}
          hint={(companyName === null ? hints.slice(0, 1) : hints).join(' ')}
          aria-required={companyName === null}
          autoComplete="organization"
          maxLength={companyNameMaxLength}
          defaultValue={companyName ?? undefined}
        />
        <SubmitButton variant={isMain ? 'primary' : 'secondary'} testId="save-company">
          {t('companySave')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
