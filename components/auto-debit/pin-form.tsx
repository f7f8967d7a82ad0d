'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { OneTimeCodeField } from '@/components/forms/fields/one-time-code-field';
import { Panel } from '@/components/ui/panel';
import { actions } from '@/lib/routes';

interface PinFormProps {
  readonly refid: string;
  /** The number that the PIN was sent to. */
  readonly maskedMobileNumber: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
  /** The terms that the payer agrees to. */
  readonly children: ReactNode;
}

const fieldOrder = ['otp'] as const;

const loadSchema = async () => (await import('@/lib/domain/forms/otp-form')).otpFormSchema;

/** The field for the one-time PIN. */
export function PinForm({ refid, maskedMobileNumber, form, idempotencyKey, children }: PinFormProps) {
  const t = useTranslations('autoDebit');
  return (
    <Panel>
      <Form
        id="one-time-pin"
        action={actions.verifyAutoDebit}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        idempotencyKey={idempotencyKey}
        hiddenFields={{ refid }}
        className="grid gap-5"
      >
        {/* There when the page is loaded, it is not announced: the field that has the focus is described by it. */}
        <p id="pin-sent">{t('pinSent', { number: maskedMobileNumber })}</p>
        {children}
        <OneTimeCodeField name="otp" aria-describedby="pin-sent" autoFocus label={t('pin')} hint={t('pinHint')} />
        <SubmitButton full icon="lock" testId="verify-code" busyLabel={t('verifying')}>
          {t('verify')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
