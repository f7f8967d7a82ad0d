import { getRequestConfig } from 'next-intl/server';
import { headers } from 'next/headers';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import { isLocale, localeHeader, timeZone, type Locale } from './locale';

const catalogues = { en, ms } satisfies Record<Locale, typeof en>;

/** Gives next-intl the language that the middleware chose, English when there was none. */
export default getRequestConfig(async () => {
  const chosen = (await headers()).get(localeHeader);
  const locale = isLocale(chosen) ? chosen : 'en';
  return { locale, messages: catalogues[locale], timeZone };
});
