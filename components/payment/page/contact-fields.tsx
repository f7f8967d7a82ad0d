'use client';

import { useTranslations } from 'next-intl';
import { useEffect, type ChangeEvent } from 'react';
import { TextField } from '@/components/forms/fields/text-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { emailMaxLength } from '@/lib/domain/forms/input-formats';
import { useUserStore } from '@/lib/stores/user-store-provider';
import type { PaymentView } from './payment-view';

const loadParser = () => import('./parse-contact');
/** Remembering is optional: if its code does not load, the payer types. */
const ignore = () => undefined;

type Customer = Pick<PaymentView, 'customer'>;

/** Stores the contact that is typed on this device, and with the choices of the payment. */
function useRememberTyped() {
  const remember = useUserStore((state) => state.remember);
  return ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { name, value } = target;
    loadParser().then(
      ({ parseContact }) => remember(name === 'phoneNumber' ? parseContact('', value) : parseContact(value, '')),
      ignore,
    );
  };
}

/** The email address for the receipt, filled from the customer's data, else from this device's storage. */
export function EmailField({ customer }: Customer) {
  const t = useTranslations('payment');
  const { getValues, setValue } = useFormMethods();
  const email = useUserStore((state) => state.userEmailAddress);
  const rememberTyped = useRememberTyped();

  useEffect(() => {
    if (email !== null && getValues('userEmailAddress') === '') setValue('userEmailAddress', email);
  }, [email, getValues, setValue]);

  return (
    <TextField
      name="userEmailAddress"
      defaultValue={customer.email ?? ''}
      onChange={rememberTyped}
      label={t('email')}
      kind="email"
      autoComplete="email"
      maxLength={emailMaxLength}
    />
  );
}

/** The mobile number, filled like the email address. It is optional, and so below the methods: a phone shows the first of them at once. */
export function PhoneNumberField({ customer }: Customer) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const { getValues, setValue } = useFormMethods();
  const phoneNumber = useUserStore((state) => state.phoneNumber);
  const rememberTyped = useRememberTyped();

  useEffect(() => {
    if (phoneNumber === null || getValues('phoneNumber') !== '') return;
    loadParser().then(({ displayPhoneNumber }) => {
      if (getValues('phoneNumber') === '') setValue('phoneNumber', displayPhoneNumber(phoneNumber));
    }, ignore);
  }, [phoneNumber, getValues, setValue]);

  return (
    <TextField
      name="phoneNumber"
      defaultValue={customer.phoneNumber ?? ''}
      onChange={rememberTyped}
      label={t('phoneNumber')}
      optionalLabel={layout('optional')}
      hint={t('phoneNumberHint')}
      kind="tel"
      format="phoneNumber"
      autoComplete="tel"
    />
  );
}
