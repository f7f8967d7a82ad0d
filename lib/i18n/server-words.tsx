import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { catalogues } from './catalogues';
import { timeZone, type Locale } from './locale';

/** Gives all words to what is written by the server alone (components/layout/as-written.tsx). */
export function ServerWords({ locale, children }: { readonly locale: Locale; readonly children: ReactNode }) {
  return (
    <NextIntlClientProvider locale={locale} messages={catalogues[locale]} timeZone={timeZone}>
      {children}
    </NextIntlClientProvider>
  );
}
