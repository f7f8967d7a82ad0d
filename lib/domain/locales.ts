/** A language of the pages, receipts and text messages. */
interface LocaleDescription {
  /** The language's own name. */
  readonly ownName: string;
  /** The end of `ownName` that suffices on a narrow screen. */
  readonly shortName: string;
  /** The BCP 47 tag for formatting dates and times. */
  readonly intlTag: string;
  /** How `Intl.DateTimeFormat` names the part of the day: Malay says `9.11 malam`, Chinese `晚上9:11`; undefined gives am and pm. */
  readonly dayPeriod: 'short' | undefined;
  /** What stands between hour and minute. */
  readonly hourSeparator: string;
  /** `og:locale` of the Open Graph protocol. */
  readonly openGraph: string;
}

/**
 * Every language, by its code: the value of `<html lang>`, of the cookie, of `language` in backend calls, and the name of its file in
 * `messages/`.
 */
export const locales = {
  en: {
    ownName: 'English',
    shortName: 'English',
    intlTag: 'en-MY',
    dayPeriod: undefined,
    hourSeparator: ':',
    openGraph: 'en_MY',
  },
  ms: {
    ownName: 'Bahasa Melayu',
    shortName: 'Melayu',
    intlTag: 'ms-MY',
    dayPeriod: 'short',
    hourSeparator: '.',
    openGraph: 'ms_MY',
  },
  'zh-Hans': {
    ownName: '简体中文',
    shortName: '中文',
    intlTag: 'zh-Hans-MY',
    dayPeriod: 'short',
    hourSeparator: ':',
    openGraph: 'zh_MY',
  },
  // Without the part of the day: CLDR's Tamil ones are long (`அந்தி மாலை 7:49`).
  ta: {
    ownName: 'தமிழ்',
    shortName: 'தமிழ்',
    intlTag: 'ta-MY',
    dayPeriod: undefined,
    hourSeparator: ':',
    openGraph: 'ta_MY',
  },
} as const satisfies Readonly<Record<string, LocaleDescription>>;

export type Locale = keyof typeof locales;

/** The default language of pages and messages. */
export const defaultLocale: Locale = 'en';

export function isLocale(text: unknown): text is Locale {
  return typeof text === 'string' && Object.hasOwn(locales, text);
}

/** The codes of all languages, in the order of the table. */
export const localeCodes: readonly Locale[] = Object.keys(locales).filter(isLocale);

/** Returns the language of a code from a header or the store; the default for an unknown code. */
export function parseLocale(text: string | null): Locale {
  return isLocale(text) ? text : defaultLocale;
}
