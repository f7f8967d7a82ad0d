import 'server-only';
import { cookies } from 'next/headers';
import { deviceTokenSchema } from '@/lib/contract/primitives';
import { serializeCookie, type SetCookie } from './cookie';
import { deriveToken } from './sealed-token';

const cookieName = 'ebill-card-device';
/** Seconds: 400 days, the longest that browsers keep a cookie. */
const lifetime = 400 * 24 * 60 * 60;

/** Gives the token of the device that asks, when a card was saved on it. Design, section 9: Saved cards. */
export async function readDeviceToken(): Promise<string | undefined> {
  return deviceTokenSchema.safeParse((await cookies()).get(cookieName)?.value).data;
}

/**
 * Gives the token of a device on which a card is saved for the first time. It follows from the form that was sent: of two taps on it, both
 * name one device.
 */
export function deriveDeviceToken(refid: string, idempotencyKey: string): string {
  return deriveToken('card device', `${refid} ${idempotencyKey}`);
}

/** Makes the cookie by which the device that saved a card is known again. Inside a partner's frame it holds for that partner's pages alone. */
export function makeDeviceTokenCookie(deviceToken: string, isFramed: boolean): SetCookie {
  return serializeCookie({ name: cookieName, value: deviceToken, path: '/', maxAge: lifetime, isFramed });
}
