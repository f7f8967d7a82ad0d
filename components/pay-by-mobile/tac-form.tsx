'use client';

import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { OneTimeCodeField } from '@/components/forms/fields/one-time-code-field';
import { Panel } from '@/components/ui/panel';
import { useOnlineStatus } from '@/components/ui/use-online-status';
import { actions } from '@/lib/routes';

interface TacFormProps {
  readonly refid: string;
  /** The number that the TAC was sent to, formatted. */
  readonly mobileNumber: string;
  /** Formatted. */
  readonly amount: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
  /** The answer to a TAC was lost: the payment may be charged. */
  readonly isUnknown: boolean;
  readonly onUnknown: () => void;
  /** Loads the next page. */
  readonly onAccepted: (next: string) => void;
}

const fieldOrder = ['tac', 'mobileNumber'] as const;

const loadSchema = async () => (await import('@/lib/domain/forms/tac-form')).tacFormSchema;

/** The field for the TAC. Its error summary is the page's and also lists an error that the server has rendered of the resend form. */
export function TacForm({
  refid,
  mobileNumber,
  amount,
  form,
  idempotencyKey,
  isUnknown,
  onUnknown,
  onAccepted,
}: TacFormProps) {
  const t = useTranslations('payByMobile');
  const payment = useTranslations('payment');
  const isOnline = useOnlineStatus();
  return (
    <Panel>
      <Form
        id="pay-by-mobile"
        action={actions.verifyTac}
        state={form}
        fieldOrder={fieldOrder}
        loadSchema={loadSchema}
        idempotencyKey={idempotencyKey}
        hiddenFields={{ refid }}
        advice={isUnknown ? payment(isOnline ? 'attemptUnknown' : 'attemptUnknownOffline') : undefined}
        onAccepted={onAccepted}
        onError={(error) => error.isUnknown && onUnknown()}
        className="grid gap-5"
      >
        {/* There when the page is loaded, it is not announced: the field that has the focus is described by it. */}
        <p id="code-sent">{t('codeSent', { number: mobileNumber })}</p>
        <OneTimeCodeField
          name="tac"
          aria-describedby="code-sent"
          autoFocus={form.fieldErrors['mobileNumber'] === undefined}
          label={t('tac')}
          hint={t('tacHint')}
        />
        <SubmitButton full icon="lock" testId="verify-code" busyLabel={t('verifying')}>
          {t('verify', { amount })}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
