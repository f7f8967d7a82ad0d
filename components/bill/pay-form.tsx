import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { Field } from '@/components/ui/field';
import { fieldOf, listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { StickyBar } from '@/components/ui/sticky-bar';
import type { AmountLimits } from '@/lib/domain/amount-limits';
import type { Bill } from '@/lib/domain/bill';
import { emailMaxLength } from '@/lib/domain/email';
import { formMessageKeys } from '@/lib/domain/forms/form-issue';
import { phoneNumberMaxLength } from '@/lib/domain/phone';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions } from '@/lib/routes';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { payFieldOrder } from './pay-field-order';
import { PayChoice } from './pay-choice';
import { PayEnhancer } from './pay-enhancer';
import { PayTotal } from './pay-total';

interface PayFormProps {
  readonly bill: Bill;
  readonly limits: AmountLimits;
  readonly form: FormState;
  /** What the form says was shown: the server believes nothing else of it. */
  readonly billToken: string;
  readonly idempotencyKey: string;
  /** The direct link that the bill was reached by. */
  readonly linkRefid?: string;
}

const formId = 'pay-bill';

/** How much of the bill is paid, and where the receipt goes. */
export function PayForm({ bill, limits, form, billToken, idempotencyKey, linkRefid }: PayFormProps) {
  const t = useTranslations('bill');
  const layout = useTranslations('layout');
  const words = useRawWords([...formMessageKeys.filter((key) => spokenKeys.has(key)), ...sendingWordKeys]);
  return (
    <Panel>
      <form id={formId} method="post" action={actions.payBill} noValidate className="group/pay grid gap-6">
        <input type="hidden" name="billToken" value={billToken} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {linkRefid === undefined ? null : <input type="hidden" name="linkRefid" value={linkRefid} />}
        <ErrorSummary
          title={layout('errorSummaryTitle')}
          problems={listProblems(form, payFieldOrder)}
          message={form.formError ?? undefined}
        />
        <PayChoice bill={bill} form={form} />
        <fieldset className="grid min-w-0 gap-4">
          <legend className="mb-3 text-xl font-bold">{t('contactTitle')}</legend>
          <Field
            {...fieldOf(form, 'email', payFieldOrder)}
            label={t('email')}
            optionalLabel={layout('optional')}
            hint={t('emailHint')}
            kind="email"
            autoComplete="email"
            maxLength={emailMaxLength}
          />
          <Field
            {...fieldOf(form, 'phoneNumber', payFieldOrder)}
            label={t('phoneNumber')}
            optionalLabel={layout('optional')}
            hint={t('phoneNumberHint')}
            kind="tel"
            autoComplete="tel"
            maxLength={phoneNumberMaxLength}
          />
        </fieldset>
        <StickyBar label={t('total')} amount={<PayTotal bill={bill} typed={form.values['amount'] ?? ''} />}>
          <Button full icon="lock" testId="pay" busyLabel={t('paying')}>
            {t('pay')}
          </Button>
        </StickyBar>
      </form>
      <PayEnhancer formId={formId} bill={bill} limits={limits} words={words} />
    </Panel>
  );
}

/** The messages that this form can give. */
const spokenKeys: ReadonlySet<string> = new Set([
  'validation.required',
  'validation.amountFormat',
  'validation.amountMinimumOf',
  'validation.amountMaximum',
  'validation.amountAboveBalance',
  'validation.amountAdvanceLimit',
  'validation.payOptionRequired',
  'validation.email',
  'validation.phoneNumber',
]);
