import { paymentFieldOrder } from '@/components/payment/field-order';
import { useTranslations } from 'next-intl';
import { Field } from '@/components/ui/field';
import { emailMaxLength } from '@/lib/domain/email';
import { displayPhoneNumber, phoneNumberMaxLength } from '@/lib/domain/phone';
import { fieldOf, type FormState } from '@/components/ui/form-state';
import type { PaymentView } from './payment-view';

/** Where the receipt goes. Filled with what the customer is known by, unless the payer has typed something else. */
export function ContactFields({ page, form }: { readonly page: PaymentView; readonly form: FormState }) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const phoneNumber = form.values['phoneNumber'] ?? displayPhoneNumber(page.customer.phoneNumber ?? '');
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 text-xl font-bold">{t('contactTitle')}</legend>
      <Field
        {...fieldOf(form, 'userEmailAddress', paymentFieldOrder)}
        defaultValue={form.values['userEmailAddress'] ?? page.customer.email ?? ''}
        label={t('email')}
        hint={t('emailHint')}
        kind="email"
        autoComplete="email"
        maxLength={emailMaxLength}
      />
      <Field
        {...fieldOf(form, 'phoneNumber', paymentFieldOrder)}
        defaultValue={phoneNumber}
        label={t('phoneNumber')}
        optionalLabel={layout('optional')}
        hint={t('phoneNumberHint')}
        kind="tel"
        autoComplete="tel"
        maxLength={phoneNumberMaxLength}
      />
    </fieldset>
  );
}
