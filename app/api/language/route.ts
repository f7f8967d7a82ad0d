import { isLocale } from '@/lib/domain/locales';
import { localeCookie } from '@/lib/i18n/locale';
import { makePreferenceHandler } from '@/lib/server/forms/preference-handler';
import { makeTypedValuesCookies } from '@/lib/server/forms/typed-values-cookies';

/** Stores the payer's choice of language for a year, and redirects back to the page, with the input of its form. */
export const POST = makePreferenceHandler({
  cookie: localeCookie,
  field: 'locale',
  isValid: isLocale,
  maxAgeDays: 365,
  makeMoreCookies: makeTypedValuesCookies,
});
