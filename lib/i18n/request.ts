import { getRequestConfig } from 'next-intl/server';
import { headers } from 'next/headers';
import { timeZone } from '@/lib/domain/format-time';
import { parseLocale } from '@/lib/domain/locales';
import { catalogues } from '@/messages/catalogues';
import { localeHeader } from './locale';

/** Gives next-intl the language that the middleware chose, the default one when there was none. */
export default getRequestConfig(async () => {
  const locale = parseLocale((await headers()).get(localeHeader));
  return { locale, messages: catalogues[locale], timeZone };
});
