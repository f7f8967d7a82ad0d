'use client';

import { lazy } from 'react';
import { AsWritten } from '@/components/layout/as-written';
import type { Locale } from '@/lib/i18n/locale';
import type { PaymentContentProps } from './payment-content';

const Content =
  typeof window === 'undefined'
    ? lazy(async () => ({ default: (await import('./payment-content')).PaymentContent }))
    : null;

/** The payment details page as the server writes it. */
export function WrittenPayment({ locale, ...content }: PaymentContentProps & { readonly locale: Locale }) {
  return (
    <AsWritten id="payment-details" locale={locale}>
      {Content === null ? null : <Content {...content} />}
    </AsWritten>
  );
}
