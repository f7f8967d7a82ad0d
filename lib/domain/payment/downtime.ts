import { toMilliseconds } from '../malaysia-time';
import type { DowntimeWindow } from './payment';

/** Whether a method, bank, wallet or carrier can be used now. Times ISO 8601. */
export type Downtime =
  | { readonly state: 'none' }
  | ({ readonly state: 'announced' } & DowntimeWindow)
  | ({ readonly state: 'down' } & Omit<DowntimeWindow, 'from'>);

/**
 * Takes the possible targets of an outage (a method's id, and the bank, wallet or carrier chosen with it), all windows and the backend's
 * clock; returns the current outage that lasts longest, else the next scheduled one, else none. A window includes `from` and excludes
 * `until`. Specification, section 4: each payment method can be down for a scheduled period.
 */
export function findDowntime(targets: readonly string[], windows: readonly DowntimeWindow[], now: string): Downtime {
  const at = toMilliseconds(now);
  const ahead = windows.filter((window) => targets.includes(window.target) && toMilliseconds(window.until) > at);
  const [longest] = ahead
    .filter((window) => toMilliseconds(window.from) <= at)
    .sort((one, other) => toMilliseconds(other.until) - toMilliseconds(one.until));
  if (longest) {
    const { target, until, message } = longest;
    return { state: 'down', target, until, message };
  }
  const [next] = [...ahead].sort((one, other) => toMilliseconds(one.from) - toMilliseconds(other.from));
  return next ? { state: 'announced', ...next } : { state: 'none' };
}

/** Returns whether any of these targets is down now. */
export function isDown(targets: readonly string[], windows: readonly DowntimeWindow[], now: string): boolean {
  return findDowntime(targets, windows, now).state === 'down';
}
