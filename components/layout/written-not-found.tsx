'use client';

import { lazy } from 'react';
import type { Locale } from '@/lib/i18n/locale';
import { AsWritten } from './as-written';

const Screen =
  typeof window === 'undefined'
    ? lazy(async () => ({ default: (await import('./not-found-screen')).NotFoundScreen }))
    : null;

interface WrittenNotFoundProps {
  /** As it may be shown. */
  readonly path: string;
  readonly locale: Locale;
}

/** What an address without a page shows, as the server writes it. Next sends it along with every page, should that turn out not to be one. */
export function WrittenNotFound({ path, locale }: WrittenNotFoundProps) {
  return (
    <AsWritten id="not-found" locale={locale}>
      {Screen === null ? null : <Screen path={path} />}
    </AsWritten>
  );
}
