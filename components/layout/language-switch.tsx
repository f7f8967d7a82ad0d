'use client';

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useReadTypedValues, type TypedValues } from '@/components/forms/typed-values';
import type { Locale } from '@/lib/i18n/locale';
import { actions } from '@/lib/routes';

const names = {
  en: { first: '', last: 'English' },
  ms: { first: 'Bahasa ', last: 'Melayu' },
} as const satisfies Record<Locale, { first: string; last: string }>;

/**
 * A button to the other language, named in that language. Takes the address to come back to. With scripts what is typed in the page's form
 * is posted along: the server fills it in again.
 */
export function LanguageSwitch({ locale, returnTo }: { locale: Locale; returnTo: string }) {
  const other = locale === 'en' ? 'ms' : 'en';
  const readTypedValues = useReadTypedValues();
  const [typed, setTyped] = useState<TypedValues | null>(null);
  return (
    <form
      method="post"
      action={actions.setLanguage}
      className="print:hidden"
      // Rendered before the browser collects the fields of the form that it is about to post.
      onSubmit={() => flushSync(() => setTyped(readTypedValues()))}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      {typed === null ? null : <input type="hidden" name="form" value={typed.form} />}
      {Object.entries(typed?.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        name="locale"
        value={other}
        lang={other}
        className="min-h-tap min-w-tap text-accent-ink hover:bg-accent-soft cursor-pointer rounded-md px-2 font-semibold underline underline-offset-4"
      >
        <span className="max-sm:sr-only">{names[other].first}</span>
        {names[other].last}
      </button>
    </form>
  );
}
