import 'server-only';
import { cookies } from 'next/headers';
import { deviceTokenSchema } from '@/lib/contract/primitives';
import { serializeCookie, type SetCookie } from './cookie';
import { deriveToken } from './sealed-token';

const cookieName = 'ebill-card-device';
/** Seconds: 400 days, the longest that browsers keep a cookie. */
const lifetime = 400 * 24 * 60 * 60;

/** Returns the device token of this browser, if a card was saved on it. Design, section 9: Saved cards. */
export async function readDeviceToken(): Promise<string | undefined> {
  return deviceTokenSchema.safeParse((await cookies()).get(cookieName)?.value).data;
}

/**
 * Returns the token of a device that saves its first card. It is derived from the submitted form, so that a double submission names one
 * device.
 */
export function deriveDeviceToken(refid: string, idempotencyKey: string): string {
  return deriveToken('card device', `${refid} ${idempotencyKey}`);
}

/** Makes the cookie with the token of the device that saved a card. Inside a partner's frame it is valid for that partner's pages only. */
export function makeDeviceTokenCookie(deviceToken: string, isFramed: boolean): SetCookie {
  return serializeCookie({ name: cookieName, value: deviceToken, path: '/', maxAge: lifetime, isFramed });
}
