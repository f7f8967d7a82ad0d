import { formMessageKeys } from '@/lib/domain/forms/form-issue';
import { sendingWordKeys } from '@/lib/i18n/form-words';
import { useRawWords } from '@/lib/i18n/raw-words';
import { PaymentEnhancer } from './payment-enhancer';
import { paymentFormId } from './payment-form';
import type { PaymentView } from './payment-view';

/** Has the form that pays enhanced when it is first touched, in the words of the page's language. */
export function PaymentTakeOver({ page }: { readonly page: PaymentView }) {
  const words = useRawWords([...formMessageKeys.filter((key) => spokenKeys.has(key)), ...sendingWordKeys]);
  return <PaymentEnhancer formId={paymentFormId} offer={page} words={words} />;
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
