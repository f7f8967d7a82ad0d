import { getRequestConfig } from 'next-intl/server';
import { headers } from 'next/headers';
import { timeZone } from '@/lib/domain/format-time';
import { parseLocale } from '@/lib/domain/locales';
import { catalogues } from '@/messages/catalogues';
import { localeHeader } from './locale';

/** Configures next-intl with the language that a call names, else with the one that the middleware chose, else with the default. */
export default getRequestConfig(async (call) => {
  const locale = parseLocale(call.locale ?? (await headers()).get(localeHeader));
  return { locale, messages: catalogues[locale], timeZone };
});
