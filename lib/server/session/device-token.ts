import 'server-only';
import { cookies } from 'next/headers';
import { deviceTokenSchema } from '@/lib/contract/primitives';
import { hostCookieName, serializeCookie, type SetCookie } from './cookie';
import { deriveToken, seal, unseal, type TokenType } from './sealed-token';

const cookieName = () => hostCookieName('ebill-card-device');
/** Seconds: 400 days, the longest that browsers keep a cookie. */
const lifetime = 400 * 24 * 60 * 60;

/** Sealed, so that nobody can choose the token of a device before its first card is saved. Security, row 44. */
const deviceToken = {
  purpose: 'card-device',
  schema: deviceTokenSchema,
  lifetime: lifetime * 1000,
} satisfies TokenType<typeof deviceTokenSchema>;

/** Returns the device token of this browser, if a card was saved on it. Design, section 9: Saved cards. */
export async function readDeviceToken(): Promise<string | undefined> {
  return (await unseal(deviceToken, (await cookies()).get(cookieName())?.value)) ?? undefined;
}

/**
 * Returns the token of a device that saves its first card. It is derived from the submitted form, so that a double submission has the same
 * one.
 */
export function deriveDeviceToken(refid: string, idempotencyKey: string): string {
  return deriveToken('card device', `${refid} ${idempotencyKey}`);
}

/** Makes the cookie with the token of the device that saved a card. Inside a partner's frame it is valid for that partner's pages only. */
export async function makeDeviceTokenCookie(token: string, isFramed: boolean): Promise<SetCookie> {
  const value = await seal(deviceToken, token);
  return serializeCookie({ name: cookieName(), value, path: '/', maxAge: lifetime, isFramed });
}
