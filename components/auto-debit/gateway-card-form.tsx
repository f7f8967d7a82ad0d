import { useTranslations } from 'next-intl';
import { Form } from '@/components/forms/form';
import type { FormState } from '@/components/forms/form-state';
import { SubmitButton } from '@/components/forms/submission/submit-button';
import { Panel } from '@/components/ui/panel';
import { actions } from '@/lib/routes';

interface GatewayCardFormProps {
  readonly refid: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/** Goes to the page of the gateway, where the card to charge for future bills is entered. It has no card fields. */
export function GatewayCardForm({ refid, form, idempotencyKey }: GatewayCardFormProps) {
  const t = useTranslations('autoDebit');
  return (
    <Panel>
      <Form
        id="auto-debit-card"
        action={actions.submitAutoDebitCard}
        state={form}
        idempotencyKey={idempotencyKey}
        hiddenFields={{ refid }}
        className="grid gap-5"
      >
        <SubmitButton full icon="lock" testId="auto-debit-card" busyLabel={t('cardAtGatewaySubmitting')}>
          {t('cardAtGatewaySubmit')}
        </SubmitButton>
      </Form>
    </Panel>
  );
}
