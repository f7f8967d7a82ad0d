import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { DefaultButton } from '@/components/ui/default-button';
import { ErrorSummary } from '@/components/ui/error-summary';
import { listProblems, type FormState } from '@/components/ui/form-state';
import { Panel } from '@/components/ui/panel';
import { StickyBar } from '@/components/ui/sticky-bar';
import { formMessageKeys } from '@/lib/domain/forms/form-issue';
import { formatRinggit } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { useRawWords } from '@/lib/i18n/raw-words';
import { actions } from '@/lib/routes';
import { AutoDebitOption } from './auto-debit-option';
import { ContactFields } from './contact-fields';
import { paymentFieldOrder } from './field-order';
import { MethodChoice } from './method-choice';
import { PaymentEnhancer } from './payment-enhancer';
import type { PaymentOffer } from './payment-enhancement';
import { shownMethods } from './methods/method-fields';

interface PaymentFormProps {
  readonly page: PaymentPage;
  readonly form: FormState;
  readonly idempotencyKey: string;
}

const formId = 'payment';

/** The one form that pays. The server holds the amount: `shownAmount` says only which total the payer agreed to. */
export function PaymentForm({ page, form, idempotencyKey }: PaymentFormProps) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const words = useRawWords([...formMessageKeys.filter((key) => spokenKeys.has(key)), ...sendingWordKeys]);
  const total = formatRinggit(page.total);
  return (
    <Panel>
      <form id={formId} method="post" action={actions.pay} noValidate className="grid gap-6">
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
        <AutoDebitOption page={page} form={form} />
        <ContactFields page={page} form={form} />
        <StickyBar label={t('total')} amount={total}>
          <Button full icon="lock" testId="pay" busyLabel={t('paying')}>
            {t('pay', { amount: total })}
          </Button>
        </StickyBar>
      </form>
      <PaymentEnhancer formId={formId} offer={pickOffer(page)} words={words} />
    </Panel>
  );
}

/** No more of the payment goes to the browser's code than its form's rules read. */
function pickOffer(page: PaymentPage): PaymentOffer {
  const { total, savedCards, savingCards, autoDebitOption, instalmentPlans, wallets, carriers } = page;
  const { personalBanks, corporateBanks, serverTime, cardEncryptionKey } = page;
  return {
    total,
    methods: shownMethods(page),
    savedCards,
    savingCards,
    autoDebitOption,
    instalmentPlans,
    personalBanks,
    corporateBanks,
    wallets,
    carriers,
    serverTime,
    cardEncryptionKey,
  };
}

/** The messages that this form can give. */
const spokenKeys: ReadonlySet<string> = new Set([
  'validation.required',
  'validation.methodRequired',
  'validation.methodUnavailable',
  'validation.amountMinimumOf',
  'validation.amountMaximum',
  'validation.savedCardRequired',
  'validation.savedCardExpired',
  'validation.savedCardOffline',
  'validation.cardNumber',
  'validation.cardNumberInstalments',
  'validation.eppBankRequired',
  'validation.monthTerm',
  'validation.cardExpiry',
  'validation.cardCvv',
  'validation.cardName',
  'validation.personalBankRequired',
  'validation.corporateBankRequired',
  'validation.bankOffline',
  'validation.walletRequired',
  'validation.carrierRequired',
  'validation.email',
  'validation.phoneNumber',
]);
