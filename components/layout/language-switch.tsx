'use client';

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useReadFormDraft, type FormDraft } from '@/components/forms/form-draft';
import { localeCodes, locales, type Locale } from '@/lib/domain/locales';

/** A language's own name. A narrow screen shows the end of it that suffices. */
function OwnName({ locale }: { locale: Locale }) {
  const { ownName, shortName } = locales[locale];
  return (
    <>
      <span className="max-sm:hidden">{ownName.slice(0, -shortName.length)}</span>
      {shortName}
    </>
  );
}

interface LanguageSwitchProps {
  /** The path to post to. */
  readonly action: string;
  /** What the buttons are for. */
  readonly label: string;
  readonly locale: Locale;
  /** The URL to return to. */
  readonly returnTo: string;
  /** A language that the browser prefers, with the offer in that language: it comes first, and says what it does. */
  readonly offer?: { readonly locale: Locale; readonly text: string } | null;
}

/**
 * A button to each other language, named in that language. With scripts the input of the page's form is posted
 * too, and the server fills it in again.
 */
export function LanguageSwitch({ action, label, locale, returnTo, offer = null }: LanguageSwitchProps) {
  const readTypedValues = useReadFormDraft();
  const [typed, setTyped] = useState<FormDraft | null>(null);
  const others = localeCodes.filter((code) => code !== locale && code !== offer?.locale);
  return (
    <form
      method="post"
      action={action}
      // In a narrow window, where they have no room beside the logos, the languages are below them.
      className="-mx-1.5 print:hidden"
      // Rendered before the browser collects the fields of the form that it is about to post.
      onSubmit={() => flushSync(() => setTyped(readTypedValues()))}
    >
      <input type="hidden" name="returnTo" value={returnTo} />
      {typed === null ? null : <input type="hidden" name="form" value={typed.form} />}
      {Object.entries(typed?.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div role="group" aria-label={label} className="flex flex-wrap">
        {(offer === null ? others : [offer.locale, ...others]).map((code) => (
          <button
            key={code}
            type="submit"
            name="locale"
            value={code}
            lang={code}
            aria-label={code === offer?.locale ? undefined : locales[code].ownName}
            className="min-h-tap min-w-tap text-accent-ink hover:bg-accent-soft cursor-pointer rounded-md px-1.5 font-semibold underline underline-offset-4"
          >
            {code === offer?.locale ? offer.text : <OwnName locale={code} />}
          </button>
        ))}
      </div>
    </form>
  );
}
