import { IntlMessageFormat } from 'intl-messageformat';
import { locales, type Locale } from '@/lib/domain/locales';

type Values = Readonly<Record<string, string | number>>;

/** Parsing a message is much slower than formatting it: each is parsed once. */
const formats = new Map<string, IntlMessageFormat>();

function findFormat(message: string, locale: Locale): IntlMessageFormat {
  const key = `${locale} ${message}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const parsed = new IntlMessageFormat(message, locales[locale].intlTag);
  formats.set(key, parsed);
  return parsed;
}

/** Formats a message of `messages/` (ICU syntax). Throws if the message uses a value that is missing: that is a bug. */
export function formatMessage(message: string, locale: Locale, values: Values = {}): string {
  return String(findFormat(message, locale).format({ ...values }));
}
