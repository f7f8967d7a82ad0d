import { addMilliseconds, hourMs, minuteMs, secondMs } from '../clock';

/** Delays between calls to a biller about one posting or mandate; the delay after these. */
const delaysMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs];
const maxDelayMs = hourMs;

/** Returns when a biller is called again about what it has not answered. `tries`: the calls so far. */
export function nextCallAt(now: Date, tries: number): Date {
  return addMilliseconds(now, delaysMs[tries - 1] ?? maxDelayMs);
}
