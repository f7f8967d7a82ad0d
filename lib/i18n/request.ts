import { getRequestConfig } from 'next-intl/server';
import { headers } from 'next/headers';
import { catalogues } from './catalogues';
import { isLocale, localeHeader, timeZone } from './locale';

/** Gives next-intl the language that the middleware chose, English when there was none. */
export default getRequestConfig(async () => {
  const chosen = (await headers()).get(localeHeader);
  const locale = isLocale(chosen) ? chosen : 'en';
  return { locale, messages: catalogues[locale], timeZone };
});
