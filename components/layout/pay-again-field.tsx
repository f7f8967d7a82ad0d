'use client';

import { useTranslations } from 'next-intl';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';

/** The payer's confirmation that a payment repeats a recent one. It is not filled in again: it is about what the page shows. */
export function PayAgainField() {
  const t = useTranslations('recentPayments');
  return <CheckboxField name="payAgain" value="true" label={t('payAgain')} hint={t('payAgainHint')} />;
}
