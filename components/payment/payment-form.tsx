import { useTranslations } from 'next-intl';
import { PaymentHelp } from '@/components/layout/payment-help';
import { Button } from '@/components/ui/button';
import { DefaultButton } from '@/components/ui/default-button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { StickyBar } from '@/components/ui/sticky-bar';
import { formatRinggit } from '@/lib/domain/money';
import { actions } from '@/lib/routes';
import { AutoDebitOption } from './auto-debit-option';
import { ContactFields } from './contact-fields';
import { paymentFieldOrder } from './field-order';
import { MethodChoice } from './method-choice';
import type { PaymentView } from './payment-view';

interface PaymentFormProps {
  readonly page: PaymentView;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

/** Its id, by which the enhancement finds it and a link leads to it. */
export const paymentFormId = 'payment';

/** The one form that pays. The server holds the amount: `shownAmount` says only which total the payer agreed to. */
export function PaymentForm({ page, form, idempotencyKey }: PaymentFormProps) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const total = formatRinggit(page.total);
  return (
    <Panel>
      <form id={paymentFormId} method="post" action={actions.pay} noValidate className="grid gap-6">
        <input type="hidden" name="refid" value={page.refid} />
        <input type="hidden" name="shownAmount" value={page.total} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        {page.savedCards.length > 0 ? <DefaultButton /> : null}
        <ErrorSummary
          title={layout('errorSummaryTitle')}
          problems={listProblems(form, paymentFieldOrder)}
          message={form.formError ?? undefined}
        />
        <MethodChoice page={page} form={form} />
        {page.downtimes.length > 0 ? <PaymentHelp question="downtime" refid={page.refid} /> : null}
        <AutoDebitOption page={page} form={form} />
        <ContactFields page={page} form={form} />
        <StickyBar label={t('total')} amount={total}>
          <Button full icon="lock" testId="pay" busyLabel={t('paying')}>
            {t('pay', { amount: total })}
          </Button>
        </StickyBar>
      </form>
    </Panel>
  );
}
