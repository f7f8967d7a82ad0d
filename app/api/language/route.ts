import { isLocale } from '@/lib/domain/locales';
import { localeCookie } from '@/lib/i18n/locale';
import { makePreferenceHandler } from '@/lib/server/forms/preference-handler';
import { makeTypedValuesCookies } from '@/lib/server/forms/typed-values-cookies';

/** Keeps the payer's own choice of language for a year, and goes back to the page where it was made, with what was typed there. */
export const POST = makePreferenceHandler({
  cookie: localeCookie,
  field: 'locale',
  isValid: isLocale,
  maxAgeDays: 365,
  makeMoreCookies: makeTypedValuesCookies,
});
