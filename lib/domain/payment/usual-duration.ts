const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** A duration in the greatest unit that divides it, for a message. */
export interface UsualDuration {
  readonly unit: 'minutes' | 'hours' | 'days';
  readonly count: number;
}

/** Converts whole minutes to days, hours or minutes: 1440 is one day, 90 is 90 minutes. */
export function toUsualDuration(minutes: number): UsualDuration {
  if (minutes % dayMinutes === 0) return { unit: 'days', count: minutes / dayMinutes };
  if (minutes % hourMinutes === 0) return { unit: 'hours', count: minutes / hourMinutes };
  return { unit: 'minutes', count: minutes };
}
