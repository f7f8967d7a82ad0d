import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import type { AutoDebit } from '@/lib/domain/auto-debit';
import { cardBrands } from '@/lib/domain/card-fields';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions } from '@/lib/routes';
import { AutoDebitCardEnhancer } from './auto-debit-card-enhancer';
import { paymentFieldOrder } from './field-order';
import { CardInputs } from './methods/card-inputs';
import { SecureNote } from './methods/secure-note';

interface AutoDebitCardFormProps {
  readonly autoDebit: AutoDebit;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const formId = 'auto-debit-card';
const names = { number: 'cardNumber', expiry: 'cardExpiry', cvv: 'cardCvv', name: 'cardName' } as const;

/** The card that is to pay the bills, typed in. It leaves the browser encrypted; without scripts our form handler encrypts it. */
export function AutoDebitCardForm({ autoDebit, form, idempotencyKey }: AutoDebitCardFormProps) {
  const t = useTranslations('autoDebit');
  const errors = useTranslations('errors');
  const layout = useTranslations('layout');
  const payment = useTranslations('payment');
  const words = useRawWords([
    ...(['validation.cardNumber', 'validation.cardExpiry', 'validation.cardCvv', 'validation.cardName'] as const),
    ...sendingWordKeys,
  ]);
  const problems = listProblems(form, paymentFieldOrder);
  const refused = autoDebit.wasCardRefused && problems.length === 0 ? errors('autoDebitFailed') : undefined;
  return (
    <Panel>
      <form id={formId} method="post" action={actions.giveAutoDebitCard} noValidate className="grid gap-5">
        <input type="hidden" name="refid" value={autoDebit.refid} />
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
        <ErrorSummary title={layout('errorSummaryTitle')} problems={problems} message={form.formError ?? refused} />
        <div className="grid gap-4" data-card-fields="">
          <CardInputs
            names={names}
            brands={cardBrands}
            brandsLabel={payment('cardsAccepted')}
            form={form}
            wasSent={problems.length > 0}
          />
          <SecureNote />
        </div>
        <Button full icon="lock" testId="auto-debit-card" busyLabel={t('cardSubmitting')}>
          {t('cardSubmit')}
        </Button>
      </form>
      <AutoDebitCardEnhancer
        formId={formId}
        offer={{ serverTime: autoDebit.serverTime, cardEncryptionKey: autoDebit.cardEncryptionKey }}
        words={words}
      />
    </Panel>
  );
}
