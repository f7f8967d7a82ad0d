/** Malaysia has kept UTC+8 without summer time since 1982. */
const malaysiaOffsetMs = 8 * 60 * 60 * 1000;

/** Takes ISO 8601 and gives FPX's `YYYYMMDDHHmmss` in Malaysia time. Throws a RangeError for what is no time: a bug. */
export function formatFpxTime(iso: string): string {
  const local = new Date(Date.parse(iso) + malaysiaOffsetMs);
  return local.toISOString().slice(0, 19).replaceAll(/\D/g, '');
}
