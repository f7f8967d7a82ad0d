import 'server-only';
import { cookies } from 'next/headers';
import { serializeCookie, type SetCookie } from './cookie';

const cookieName = 'ebill-auto-debit-later';
/** Seconds: 30 days. Design, section 9: Remind me later. */
const lifetime = 30 * 24 * 60 * 60;

/** Makes the cookie that hides the auto-debit offer on this device for 30 days. */
export function makeAutoDebitSnoozeCookie(isFramed: boolean): SetCookie {
  return serializeCookie({ name: cookieName, value: '1', path: '/', maxAge: lifetime, isFramed });
}

/** Returns whether the payer has snoozed the offer on this device in the last 30 days. */
export async function isAutoDebitSnoozed(): Promise<boolean> {
  return (await cookies()).has(cookieName);
}
