import { deviceHints, type DeviceHint } from '@/lib/domain/visit/device-hints';

/** Seconds: 400 days, the longest that browsers keep a cookie. */
const lifetime = 400 * 24 * 60 * 60;

/** Tells the server whether this device keeps something, by a cookie without a value of its own. */
export function setDeviceHint(hint: DeviceHint, isKept: boolean): void {
  if (isKept === hasDeviceHint(hint)) return;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${deviceHints[hint]}=1; path=/; max-age=${isKept ? lifetime : 0}; samesite=lax${secure}`;
}

/** Returns whether this device keeps something, without reading it. */
export function hasDeviceHint(hint: DeviceHint): boolean {
  return document.cookie.split('; ').includes(`${deviceHints[hint]}=1`);
}
