import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { Field } from '@/components/ui/field';
import { fieldOf, listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { mobileNumberMaxLength } from '@/lib/domain/forms/mobile-form';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions } from '@/lib/routes';
import { MobileEnhancer } from './mobile-enhancer';

interface NumberFormProps {
  readonly refid: string;
  readonly carrierName: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const formId = 'pay-by-mobile';
const order = ['mobileNumber'];

/** The number whose bill is charged, and the code asked for. */
export function NumberForm({ refid, carrierName, form, idempotencyKey }: NumberFormProps) {
  const t = useTranslations('payByMobile');
  const layout = useTranslations('layout');
  const words = useRawWords(['validation.mobileNumber', ...sendingWordKeys]);
  return (
    <Panel>
      <form id={formId} method="post" action={actions.sendTac} noValidate className="grid gap-5">
        <input type="hidden" name="refid" value={refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <ErrorSummary
          title={layout('errorSummaryTitle')}
          problems={listProblems(form, order)}
          message={form.formError ?? undefined}
        />
        <Field
          {...fieldOf(form, 'mobileNumber', order)}
          label={t('mobileNumber')}
          hint={t('mobileNumberHint', { carrier: carrierName })}
          kind="tel"
          autoComplete="tel"
          maxLength={mobileNumberMaxLength}
        />
        <Button full icon="phone" testId="send-code" busyLabel={t('sending')}>
          {t('send')}
        </Button>
      </form>
      <MobileEnhancer formId={formId} asks="number" words={words} />
    </Panel>
  );
}
