'use client';

import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { TextField } from '@/components/forms/fields/text-field';
import { Panel } from '@/components/ui/panel';
import { mobileNumberMaxLength } from '@/lib/domain/contact/phone';
import { actions } from '@/lib/routes';

interface MobileNumberFormProps {
  readonly refid: string;
  readonly carrierName: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const fieldOrder = ['mobileNumber'] as const;

const loadSchema = async () => (await import('@/lib/domain/forms/mobile-form')).mobileFormSchema;

/** The mobile number to charge; submitting sends a TAC to it. */
export function MobileNumberForm({ refid, carrierName, form, idempotencyKey }: MobileNumberFormProps) {
  const t = useTranslations('payByMobile');
  return (
    <Panel>
      <Form
        id="pay-by-mobile"
        action={actions.sendTac}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        idempotencyKey={idempotencyKey}
        draft={{ form: 'pay-by-mobile', fields: fieldOrder }}
        hiddenFields={{ refid }}
        className="grid gap-5"
      >
        <TextField
          name="mobileNumber"
          format="phoneNumber"
          label={t('mobileNumber')}
          hint={t('mobileNumberHint', { carrier: carrierName })}
          kind="tel"
          autoComplete="tel"
          maxLength={mobileNumberMaxLength}
        />
        <SubmitButton full icon="phone" testId="send-code" busyLabel={t('sending')}>
          {t('send')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
