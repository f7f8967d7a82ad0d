'use client';

import { useTranslations } from 'next-intl';
import { EmailField } from '@/components/forms/fields/email-field';
import { TextField } from '@/components/forms/fields/text-field';

interface ContactFieldsProps {
  /** What was typed before; empty for nothing. */
  readonly email?: string;
  readonly phoneNumber?: string;
}

/** Where the receipt of a bill goes: both fields are optional. */
export function ContactFields({ email, phoneNumber }: ContactFieldsProps) {
  const t = useTranslations('bill');
  const layout = useTranslations('layout');
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3">
        <h2 className="text-xl">{t('contactTitle')}</h2>
      </legend>
      <EmailField
        name="email"
        label={t('email')}
        optionalLabel={layout('optional')}
        hint={t('emailHint')}
        defaultValue={email}
      />
      <TextField
        name="phoneNumber"
        label={t('phoneNumber')}
        optionalLabel={layout('optional')}
        hint={t('phoneNumberHint')}
        kind="tel"
        format="phoneNumber"
        autoComplete="tel"
        defaultValue={phoneNumber}
      />
    </fieldset>
  );
}
