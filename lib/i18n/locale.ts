import { defaultLocale, isLocale, localeCodes, type Locale } from '@/lib/domain/locales';

/** The cookie with the payer's choice of language. */
export const localeCookie = 'ebill-locale';

/** The request header in which the middleware passes the chosen language on; the front drops it from external requests. */
export const localeHeader = 'x-ebill-locale';

/**
 * Chooses the language of a page. Specification, section 1: 'Malay when the browser language is exactly ms', which is the first tag of
 * Accept-Language (`ms-MY` is English). The payer's own choice takes precedence; with localisation off, everything is English.
 */
export function chooseLocale(visit: {
  readonly acceptLanguage: string | null;
  readonly cookie: string | null;
  readonly localisationEnabled: boolean;
}): Locale {
  if (!visit.localisationEnabled) return defaultLocale;
  if (isLocale(visit.cookie)) return visit.cookie;
  return readFirstTag(visit.acceptLanguage) === 'ms' ? 'ms' : defaultLocale;
}

/**
 * Returns the language to offer to a payer whose browser prefers it (`ms-MY`, `zh-CN`, `ta`) and who reads another one by the rule of
 * `chooseLocale`, not by choice; null for none.
 */
export function findOfferedLocale(visit: {
  readonly acceptLanguage: string | null;
  readonly cookie: string | null;
  readonly locale: Locale;
}): Locale | null {
  if (isLocale(visit.cookie)) return null;
  const preferred = readLanguage(readFirstTag(visit.acceptLanguage));
  return localeCodes.find((code) => code !== visit.locale && readLanguage(code) === preferred) ?? null;
}

/** The first language tag of Accept-Language, in lower case. */
const readFirstTag = (acceptLanguage: string | null) =>
  acceptLanguage?.split(',')[0]?.split(';')[0]?.trim().toLowerCase() ?? '';

/** A tag's language, without script and region. */
const readLanguage = (tag: string) => tag.split('-')[0];
