import { locales, type Locale } from './locales';

/** All times are shown in Malaysian time. */
export const timeZone = 'Asia/Kuala_Lumpur';

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit' } as const;
const parts = { moment: { ...date, ...time }, day: date, time } as const;

/** Creating a format is much slower than using it: each is created once. */
const formats = new Map<string, Intl.DateTimeFormat>();

function findFormat(locale: Locale, kind: keyof typeof parts): Intl.DateTimeFormat {
  const key = `${locale} ${kind}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const { intlTag, dayPeriod } = locales[locale];
  const options = kind === 'day' ? parts.day : { ...parts[kind], hour12: true, dayPeriod };
  const created = new Intl.DateTimeFormat(intlTag, { ...options, timeZone });
  formats.set(key, created);
  return created;
}

function format(iso: string, locale: Locale, kind: keyof typeof parts): string {
  // Some versions of ICU put a narrow no-break space before am and pm: a plain space keeps server and browser alike.
  return findFormat(locale, kind)
    .formatToParts(new Date(iso))
    .map(({ type, value }, index, all) =>
      type === 'literal' && all[index - 1]?.type === 'hour' ? locales[locale].hourSeparator : value,
    )
    .join('')
    .replaceAll('\u202f', ' ');
}

/** Formats an ISO 8601 instant as the date and time in Malaysia: `21 Nov 2026, 7:49 pm`. */
export function formatMoment(iso: string, locale: Locale): string {
  return format(iso, locale, 'moment');
}

/** Formats an ISO 8601 instant as the day in Malaysia: `21 Nov 2026`. `YYYY-MM-DD` is that day. */
export function formatDay(iso: string, locale: Locale): string {
  return format(iso, locale, 'day');
}

/** Formats an ISO 8601 instant as the time of day in Malaysia: `7:49 pm`. */
export function formatTimeOfDay(iso: string, locale: Locale): string {
  return format(iso, locale, 'time');
}
