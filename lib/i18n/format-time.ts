import { timeZone, type Locale } from './locale';

/** Malaysia's own forms of both languages: day before month, and MYT as the zone's name. */
const places = { en: 'en-MY', ms: 'ms-MY' } as const satisfies Record<Locale, string>;

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

function format(iso: string, locale: Locale, parts: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(places[locale], { ...parts, timeZone }).format(new Date(iso));
  // Some versions of ICU put a narrow no-break space before am and pm: a plain blank keeps server and browser alike.
  return text.replaceAll('\u202f', ' ');
}

/** Takes a moment (ISO 8601) and gives it in Malaysian time with its zone: `21 Nov 2026, 7:49 pm MYT`. */
export function formatMoment(iso: string, locale: Locale): string {
  return format(iso, locale, { ...date, ...time });
}

/** Gives the day in Malaysia of a moment (ISO 8601): `21 Nov 2026`. A day alone (`YYYY-MM-DD`) is taken as that day. */
export function formatDay(iso: string, locale: Locale): string {
  return format(iso, locale, date);
}

/** Gives the time of day in Malaysia of a moment (ISO 8601), with its zone: `7:49 pm MYT`. */
export function formatTimeOfDay(iso: string, locale: Locale): string {
  return format(iso, locale, time);
}
