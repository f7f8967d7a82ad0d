import type { Locale } from '@/lib/i18n/locale';
import { actions } from '@/lib/routes';

const names = {
  en: { first: '', last: 'English' },
  ms: { first: 'Bahasa ', last: 'Melayu' },
} as const satisfies Record<Locale, { first: string; last: string }>;

/** A button to the other language, named in that language. Takes the address to come back to. */
export function LanguageSwitch({ locale, returnTo }: { locale: Locale; returnTo: string }) {
  const other = locale === 'en' ? 'ms' : 'en';
  return (
    <form method="post" action={actions.chooseLanguage} className="print:hidden">
      <input type="hidden" name="returnTo" value={returnTo} />
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
