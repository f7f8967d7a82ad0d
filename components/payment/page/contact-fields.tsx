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

/**
 * The contact for the receipt, filled from the customer's data, else from this device's storage. Input is stored on this device, and with the
 * choices of the payment.
 */
export function ContactFields({ customer }: Pick<PaymentView, 'customer'>) {
  const t = useTranslations('payment');
  const layout = useTranslations('layout');
  const { getValues, setValue } = useFormMethods();
  const email = useUserStore((state) => state.userEmailAddress);
  const phoneNumber = useUserStore((state) => state.phoneNumber);
  const remember = useUserStore((state) => state.remember);

  useEffect(() => {
    if (email !== null && getValues('userEmailAddress') === '') setValue('userEmailAddress', email);
  }, [email, getValues, setValue]);

  useEffect(() => {
    if (phoneNumber === null || getValues('phoneNumber') !== '') return;
    loadParser().then(({ displayPhoneNumber }) => {
      if (getValues('phoneNumber') === '') setValue('phoneNumber', displayPhoneNumber(phoneNumber));
    }, ignore);
  }, [phoneNumber, getValues, setValue]);

  function rememberTyped({ target }: ChangeEvent<HTMLInputElement>) {
    const { name, value } = target;
    loadParser().then(
      ({ parseContact }) => remember(name === 'phoneNumber' ? parseContact('', value) : parseContact(value, '')),
      ignore,
    );
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-3">
        <h2 className="text-xl">{t('contactTitle')}</h2>
      </legend>
      <div className="field-pair [--field-width:14rem]">
        <TextField
          name="userEmailAddress"
          defaultValue={customer.email ?? ''}
          onChange={rememberTyped}
          label={t('email')}
          kind="email"
          autoComplete="email"
          maxLength={emailMaxLength}
        />
        <TextField
          name="phoneNumber"
          defaultValue={customer.phoneNumber ?? ''}
          onChange={rememberTyped}
          label={t('phoneNumber')}
          optionalLabel={layout('optional')}
          hint={t('phoneNumberHint')}
          hintBelow
          kind="tel"
          format="phoneNumber"
          autoComplete="tel"
        />
      </div>
    </fieldset>
  );
}
