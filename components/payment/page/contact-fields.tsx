'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { EmailField } from '@/components/forms/fields/email-field';
import { TextField } from '@/components/forms/fields/text-field';
import { useFieldValue } from '@/components/forms/use-field-value';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { useUserStore } from '@/lib/stores/user-store-provider';
import type { PaymentView } from './payment-view';

const loadPhoneNumbers = () => import('@/lib/domain/contact/phone');
/** Filling in is optional: if its code does not load, the payer types. */
const ignore = () => undefined;

type Customer = Pick<PaymentView, 'customer'>;

/** The email address for the receipt, filled from the customer's data, else from this device's storage. */
export function ReceiptEmailField({ customer }: Customer) {
  const t = useTranslations('payment');
  const { getValues, setValue } = useFormMethods();
  const email = useUserStore((state) => state.userEmailAddress);

  useEffect(() => {
    if (email !== null && getValues('userEmailAddress') === '') setValue('userEmailAddress', email);
  }, [email, getValues, setValue]);

  return (
    <EmailField
      name="userEmailAddress"
      defaultValue={customer.email ?? ''}
      prefilled={customer.email ?? email}
      label={t('email')}
    />
  );
}

/** The mobile number, filled like the email address. It is optional, and so below the methods: a phone shows the first of them at once. */
export function PhoneNumberField({ customer }: Customer) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const { getValues, setValue } = useFormMethods();
  const phoneNumber = useUserStore((state) => state.phoneNumber);
  const filledIn = customer.phoneNumber ?? '';
  const value = useFieldValue('phoneNumber') || filledIn;

  useEffect(() => {
    if (phoneNumber === null || getValues('phoneNumber') !== '') return;
    loadPhoneNumbers().then(({ displayPhoneNumber }) => {
      if (getValues('phoneNumber') === '') setValue('phoneNumber', displayPhoneNumber(phoneNumber));
    }, ignore);
  }, [phoneNumber, getValues, setValue]);

  return (
    <TextField
      name="phoneNumber"
      defaultValue={filledIn}
      label={t('phoneNumber')}
      optionalLabel={layout('optional')}
      hint={t('phoneNumberHint')}
      // A number that is filled in has none: specification, section 5.
      prefix={/^1/.test(value) ? '+60' : undefined}
      kind="tel"
      format="phoneNumber"
      autoComplete="tel"
    />
  );
}
