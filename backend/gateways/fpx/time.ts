/** Malaysia uses UTC+8 without daylight saving time since 1982. */
const malaysiaOffsetMs = 8 * 60 * 60 * 1000;

/** Converts ISO 8601 to FPX's `YYYYMMDDHHmmss` in Malaysia time. Throws a RangeError for an invalid time: a bug. */
export function formatFpxTime(iso: string): string {
  const local = new Date(Date.parse(iso) + malaysiaOffsetMs);
  return local.toISOString().slice(0, 19).replaceAll(/\D/g, '');
}
