import { defaultLocale, isLocale, type Locale } from '@/lib/domain/locales';

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
  const firstTag = visit.acceptLanguage?.split(',')[0]?.split(';')[0]?.trim().toLowerCase();
  return firstTag === 'ms' ? 'ms' : defaultLocale;
}
