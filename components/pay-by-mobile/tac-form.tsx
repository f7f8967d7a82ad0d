import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { Field } from '@/components/ui/field';
import { fieldOf, listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { oneTimeCodeMaxLength } from '@/lib/domain/one-time-code';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions } from '@/lib/routes';
import { MobileEnhancer } from './mobile-enhancer';
import type { SentCode } from './pay-by-mobile-screen';

interface TacFormProps {
  readonly refid: string;
  readonly sent: SentCode;
  /** Formatted already. */
  readonly amount: string;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const formId = 'pay-by-mobile';
const order = ['tac', 'mobileNumber'];

/** The code that was sent. Its summary speaks for the whole page: an error of the form below is listed here too. */
export function TacForm({ refid, sent, amount, form, idempotencyKey }: TacFormProps) {
  const t = useTranslations('payByMobile');
  const layout = useTranslations('layout');
  const words = useRawWords(['validation.tac', ...sendingWordKeys]);
  const tac = fieldOf(form, 'tac', order);
  return (
    <Panel title={t('codeTitle')}>
      <form id={formId} method="post" action={actions.verifyTac} noValidate className="grid gap-5">
        <input type="hidden" name="refid" value={refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <ErrorSummary
          title={layout('errorSummaryTitle')}
          problems={listProblems(form, order)}
          message={form.formError ?? undefined}
        />
        <p role="status">{t('codeSent', { number: sent.mobileNumber })}</p>
        <Field
          {...tac}
          defaultValue=""
          autoFocus={tac.autoFocus ?? form.fieldErrors['mobileNumber'] === undefined}
          label={t('tac')}
          hint={t('tacHint')}
          kind="numeric"
          spaced
          autoComplete="one-time-code"
          maxLength={oneTimeCodeMaxLength}
        />
        <Button full icon="lock" testId="verify-code" busyLabel={t('verifying')}>
          {t('verify', { amount })}
        </Button>
      </form>
      <MobileEnhancer formId={formId} asks="code" words={words} />
    </Panel>
  );
}
