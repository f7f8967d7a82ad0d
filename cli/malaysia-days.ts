import { OperatorError } from './operator-client';

const malaysia = '+08:00';

/** Returns the start of a day in Malaysia, or of the day `after` days later, ISO 8601. Throws an OperatorError for an invalid day. */
export function startOfDay(day: string, after = 0): string {
  const start = Date.parse(`${day}T00:00:00${malaysia}`);
  if (Number.isNaN(start)) throw new OperatorError(`'${day}' is not a date such as 2026-11-30.`);
  return new Date(start + after * 24 * 60 * 60 * 1000).toISOString();
}
