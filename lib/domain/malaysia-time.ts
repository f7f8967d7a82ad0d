/** Malaysia has kept UTC+8 all year since 1982: no time-zone data is needed to find the day. `format-time.ts` formats times. */
const malaysiaOffsetMs = 8 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the milliseconds since 1970 of an ISO 8601 instant with offset. Throws a RangeError for anything else: that is a bug. */
export function toMilliseconds(instant: string): number {
  const milliseconds = instantPattern.test(instant) ? Date.parse(instant) : NaN;
  if (Number.isNaN(milliseconds)) throw new RangeError(`not an ISO 8601 instant with offset: ${instant}`);
  return milliseconds;
}

/** Returns the calendar day in Malaysia (`YYYY-MM-DD`) of an ISO 8601 instant. */
export function toMalaysiaDay(instant: string): string {
  return new Date(toMilliseconds(instant) + malaysiaOffsetMs).toISOString().slice(0, 10);
}

function toDayNumber(day: string): number {
  const start = dayPattern.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
  if (Number.isNaN(start)) throw new RangeError(`not a day: ${day}`);
  return start / dayMs;
}

/** Counts the calendar days from one day to another (both `YYYY-MM-DD`): 0 for the same day, negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return toDayNumber(to) - toDayNumber(from);
}

/** Returns the calendar day (`YYYY-MM-DD`) that many days after another, before it when negative. */
export function addDays(day: string, days: number): string {
  return new Date((toDayNumber(day) + days) * dayMs).toISOString().slice(0, 10);
}
