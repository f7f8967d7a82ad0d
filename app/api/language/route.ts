import { isLocale, localeCookie } from '@/lib/i18n/locale';
import { keepChoice } from '@/lib/server/forms/preference-handler';
import { keepTypedValues } from '@/lib/server/forms/typed-values-cookies';

/** Keeps the payer's own choice of language for a year, and goes back to the page where it was made, with what was typed there. */
export const POST = keepChoice({
  cookie: localeCookie,
  field: 'locale',
  isChoice: isLocale,
  keptFor: 365,
  keepMore: keepTypedValues,
});
