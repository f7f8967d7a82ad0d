'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { TextField } from '@/components/forms/text-field';
import { useFormContext } from '@/components/forms/use-form-context';
import { emailMaxLength, parseEmail } from '@/lib/domain/email';
import { displayPhoneNumber, parsePhoneNumber } from '@/lib/domain/phone';
import { useUserStore } from '@/lib/stores/user-store-provider';
import type { PaymentView } from './payment-view';

/**
 * Where the receipt goes. Filled with what the customer is known by, else with what this device remembers. What the payer types is
 * remembered on this device.
 */
export function ContactFields({ customer }: Pick<PaymentView, 'customer'>) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const { getValues, setValue } = useFormContext();
  const email = useUserStore((state) => state.userEmailAddress);
  const phoneNumber = useUserStore((state) => state.phoneNumber);
  const remember = useUserStore((state) => state.remember);

  useEffect(() => {
    if (email !== null && getValues('userEmailAddress') === '') setValue('userEmailAddress', email);
    if (phoneNumber !== null && getValues('phoneNumber') === '')
      setValue('phoneNumber', displayPhoneNumber(phoneNumber));
  }, [email, phoneNumber, getValues, setValue]);

  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 text-xl font-bold">{t('contactTitle')}</legend>
      <TextField
        name="userEmailAddress"
        defaultValue={customer.email ?? ''}
        onChange={({ target }) => {
          const typed = parseEmail(target.value);
          if (typed.ok) remember({ userEmailAddress: typed.value });
        }}
        label={t('email')}
        hint={t('emailHint')}
        kind="email"
        autoComplete="email"
        maxLength={emailMaxLength}
      />
      <TextField
        name="phoneNumber"
        defaultValue={displayPhoneNumber(customer.phoneNumber ?? '')}
        onChange={({ target }) => {
          const typed = parsePhoneNumber(target.value);
          if (typed.ok) remember({ phoneNumber: typed.value });
        }}
        label={t('phoneNumber')}
        optionalLabel={layout('optional')}
        hint={t('phoneNumberHint')}
        kind="tel"
        format="phoneNumber"
        autoComplete="tel"
      />
    </fieldset>
  );
}
