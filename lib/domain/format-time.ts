import { locales, type Locale } from './locales';

/** All times are shown in Malaysian time. */
export const timeZone = 'Asia/Kuala_Lumpur';

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
const parts = { moment: { ...date, ...time }, day: date, time } as const;

/** Creating a format is much slower than using it: each is created once. */
const formats = new Map<string, Intl.DateTimeFormat>();

function findFormat(locale: Locale, kind: keyof typeof parts): Intl.DateTimeFormat {
  const key = `${locale} ${kind}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const created = new Intl.DateTimeFormat(locales[locale].intlTag, { ...parts[kind], timeZone });
  formats.set(key, created);
  return created;
}

function format(iso: string, locale: Locale, kind: keyof typeof parts): string {
  // Some versions of ICU put a narrow no-break space before am and pm: a plain space keeps server and browser alike.
  return findFormat(locale, kind).format(new Date(iso)).replaceAll('\u202f', ' ');
}

/** Formats an ISO 8601 instant as the date and time in Malaysia, with the zone: `21 Nov 2026, 7:49 pm MYT`. */
export function formatMoment(iso: string, locale: Locale): string {
  return format(iso, locale, 'moment');
}

/** Formats an ISO 8601 instant as the day in Malaysia: `21 Nov 2026`. `YYYY-MM-DD` is that day. */
export function formatDay(iso: string, locale: Locale): string {
  return format(iso, locale, 'day');
}

/** Formats an ISO 8601 instant as the time of day in Malaysia, with the zone: `7:49 pm MYT`. */
export function formatTimeOfDay(iso: string, locale: Locale): string {
  return format(iso, locale, 'time');
}
