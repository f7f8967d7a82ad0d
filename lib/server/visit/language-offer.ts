import 'server-only';
import { getTranslations } from 'next-intl/server';
import { cookies, headers } from 'next/headers';
import type { Locale } from '@/lib/domain/locales';
import { findOfferedLocale, localeCookie } from '@/lib/i18n/locale';

/** A language that the browser prefers, and the offer to read the page in it, in that language. */
export interface LanguageOffer {
  readonly locale: Locale;
  readonly text: string;
}

/** Returns the offer of another language than the page's to this visit; null for none. */
export async function readLanguageOffer(pageLocale: Locale): Promise<LanguageOffer | null> {
  const [sent, stored] = await Promise.all([headers(), cookies()]);
  const locale = findOfferedLocale({
    acceptLanguage: sent.get('accept-language'),
    cookie: stored.get(localeCookie)?.value ?? null,
    locale: pageLocale,
  });
  if (locale === null) return null;
  const t = await getTranslations({ locale, namespace: 'layout' });
  return { locale, text: t('languageOffer') };
}
