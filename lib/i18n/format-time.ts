import { timeZone, type Locale } from './locale';

/** Malaysia's own forms of both languages: day before month, and MYT as the zone's name. */
const places = { en: 'en-MY', ms: 'ms-MY' } as const satisfies Record<Locale, string>;

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** Making one takes many times as long as using it: each is made once. */
function makeFormats(parts: Intl.DateTimeFormatOptions): Readonly<Record<Locale, () => Intl.DateTimeFormat>> {
  const make = (locale: Locale) => {
    let made: Intl.DateTimeFormat | undefined;
    return () => (made ??= new Intl.DateTimeFormat(places[locale], { ...parts, timeZone }));
  };
  return { en: make('en'), ms: make('ms') };
}

const formats = { moment: makeFormats({ ...date, ...time }), day: makeFormats(date), time: makeFormats(time) };

function format(iso: string, locale: Locale, parts: keyof typeof formats): string {
  const text = formats[parts][locale]().format(new Date(iso));
  // Some versions of ICU put a narrow no-break space before am and pm: a plain blank keeps server and browser alike.
  return text.replaceAll('\u202f', ' ');
}

/** Takes a moment (ISO 8601) and gives it in Malaysian time with its zone: `21 Nov 2026, 7:49 pm MYT`. */
export function formatMoment(iso: string, locale: Locale): string {
  return format(iso, locale, 'moment');
}

/** Gives the day in Malaysia of a moment (ISO 8601): `21 Nov 2026`. A day alone (`YYYY-MM-DD`) is taken as that day. */
export function formatDay(iso: string, locale: Locale): string {
  return format(iso, locale, 'day');
}

/** Gives the time of day in Malaysia of a moment (ISO 8601), with its zone: `7:49 pm MYT`. */
export function formatTimeOfDay(iso: string, locale: Locale): string {
  return format(iso, locale, 'time');
}
