import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ErrorSummary } from '@/components/ui/error-summary';
import { Field } from '@/components/ui/field';
import { fieldOf, listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { accountNumberMaxLength } from '@/lib/domain/account-number';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions } from '@/lib/routes';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { LookUpEnhancer } from './look-up-enhancer';
import { rememberAccountField } from './remember-account-field';

const formId = 'look-up';
const order = ['accountNumber'];

/** Quick pay's first step: an account number. */
export function LookUpForm({ form }: { readonly form: FormState }) {
  const t = useTranslations('home');
  const layout = useTranslations('layout');
  const words = useRawWords(['validation.accountNumberFormat', ...sendingWordKeys]);
  return (
    <Panel>
      <form id={formId} method="post" action={actions.lookUpBill} noValidate className="grid gap-5">
        <ErrorSummary
          title={layout('errorSummaryTitle')}
          problems={listProblems(form, order)}
          message={form.formError ?? undefined}
        />
        <Field
          {...fieldOf(form, 'accountNumber', order)}
          label={t('accountNumber')}
          hint={t('accountNumberHint')}
          kind="numeric"
          autoComplete="off"
          maxLength={accountNumberMaxLength}
          spaced
        />
        {/* Only a script can keep it on the device. */}
        <div className="-my-2 noscript:hidden">
          <Checkbox name={rememberAccountField} label={t('remember')} />
        </div>
        <Button full busyLabel={t('submitting')}>
          {t('submit')}
        </Button>
      </form>
      <LookUpEnhancer formId={formId} words={words} />
    </Panel>
  );
}
