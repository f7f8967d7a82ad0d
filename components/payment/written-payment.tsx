'use client';

import { lazy, useState } from 'react';
import type { Locale } from '@/lib/i18n/locale';
import type { PaymentContentProps } from './payment-content';

const id = 'payment-details';

const Server =
  typeof window === 'undefined'
    ? lazy(async () => {
        const [{ ServerWords }, { PaymentContent }] = await Promise.all([
          import('@/lib/i18n/server-words'),
          import('./payment-content'),
        ]);
        return {
          default: ({ locale, ...content }: PaymentContentProps & { readonly locale: Locale }) => (
            <ServerWords locale={locale}>
              <PaymentContent {...content} />
            </ServerWords>
          ),
        };
      })
    : null;

/** The payment details page as the server renders it. */
export function WrittenPayment(props: PaymentContentProps & { readonly locale: Locale }) {
  const [written] = useState(() => (Server === null ? (document.getElementById(id)?.innerHTML ?? '') : ''));
  if (Server === null) return <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: written }} />;
  return (
    <div id={id}>
      <Server {...props} />
    </div>
  );
}
