'use client';

import { lazy, useState, type ReactNode } from 'react';
import type { Locale } from '@/lib/i18n/locale';

/** All words: there on the server alone. */
const ServerWords =
  typeof window === 'undefined'
    ? lazy(async () => ({ default: (await import('@/lib/i18n/server-words')).ServerWords }))
    : null;

interface AsWrittenProps {
  /** By which React finds again what is written, should it ever begin the page anew: no id of its own would still be the same then. */
  readonly id: string;
  /** The language of the words inside. */
  readonly locale: Locale;
  /** Looked at on the server alone. The code that makes it stands behind `typeof window === 'undefined'`, or browsers would fetch it. */
  readonly children: ReactNode;
}

/**
 * Writes its content on the server and leaves it in the page as it was written. Of all else React is sent the whole tree once more, as
 * data, to take the page over; of this it is sent the props of whoever uses this, and it touches nothing in here. So nothing in here
 * may need React in the browser: what moves holds on to the elements that it finds (components/ui/form-enhancer.tsx).
 */
export function AsWritten({ id, locale, children }: AsWrittenProps) {
  // Read once, since a change of it would be written into the page. Only a page that React has to begin anew takes it from here.
  const [written] = useState(() => (ServerWords === null ? (document.getElementById(id)?.innerHTML ?? '') : ''));
  if (ServerWords === null)
    return <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: written }} />;
  return (
    <div id={id}>
      <ServerWords locale={locale}>{children}</ServerWords>
    </div>
  );
}
