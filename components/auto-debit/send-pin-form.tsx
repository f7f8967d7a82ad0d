import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { HomeLink } from '@/components/layout/home-link';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { isKioskReference } from '@/lib/domain/visit/kiosk-visit';
import { actions } from '@/lib/routes';
import { CardNotice } from './card-notice';

interface SendPinFormProps {
  readonly autoDebit: AutoDebit;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/** Sends the PIN, only to the number on the account: no form field can change it (security.md, row 20). */
export function SendPinForm({ autoDebit, form, idempotencyKey }: SendPinFormProps) {
  const t = useTranslations('autoDebit');
  const errors = useTranslations('errors');
  if (autoDebit.maskedMobileNumber === null) {
    return (
      <>
        <Notice tone="warning">{errors('noMobileNumber')}</Notice>
        <HomeLink isKiosk={isKioskReference(autoDebit.refid)} />
      </>
    );
  }
  return (
    <Panel>
      <Form
        id="send-pin"
        action={actions.enableAutoDebit}
        state={form}
        idempotencyKey={idempotencyKey}
        hiddenFields={{ refid: autoDebit.refid }}
        className="grid gap-4"
      >
        <p>{t('sendText', { number: autoDebit.maskedMobileNumber })}</p>
        <CardNotice autoDebit={autoDebit} />
        <SubmitButton full icon="phone" testId="send-code">
          {t('send')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
