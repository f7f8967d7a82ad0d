/** Malaysia uses UTC+8 without daylight saving time since 1982. */
const malaysiaOffsetMs = 8 * 60 * 60 * 1000;

/** Converts ISO 8601 to FPX's `YYYYMMDDHHmmss` in Malaysia time. Throws a RangeError for an invalid time: a bug. */
export function formatFpxTime(iso: string): string {
  const local = new Date(Date.parse(iso) + malaysiaOffsetMs);
  return local.toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

/** Whether a text is a time as FPX writes it: `YYYYMMDDHHmmss`, on a day of the calendar. */
export function isFpxTime(text: string): boolean {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (match === null) return false;
  const [, year, month, day, hour, minute, second] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${iso}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(iso);
}
