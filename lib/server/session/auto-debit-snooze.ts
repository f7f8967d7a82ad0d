import 'server-only';
import { cookies } from 'next/headers';
import { serializeCookie, type SetCookie } from './cookie';

const cookieName = 'ebill-auto-debit-later';
/** Seconds: 30 days. Design, section 9: Remind me later. */
const lifetime = 30 * 24 * 60 * 60;

/** Makes the cookie by which this device is not offered auto debit for 30 days. */
export function makeAutoDebitSnoozeCookie(isFramed: boolean): SetCookie {
  return serializeCookie({ name: cookieName, value: '1', path: '/', maxAge: lifetime, isFramed });
}

/** Whether the payer has put the offer off on this device, less than 30 days ago. */
export async function isAutoDebitSnoozed(): Promise<boolean> {
  return (await cookies()).has(cookieName);
}
