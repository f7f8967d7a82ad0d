import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { instantSchema, refidSchema } from '@/lib/contract/primitives';
import { serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds: longer than a PIN is valid, so that its page can show that it has expired. */
const lifetime = 30 * 60_000;
const cookieName = 'ebill-pin';

const sentPinSchema = z.object({ refid: refidSchema, resendAfter: instantSchema, resendsLeft: z.int() });

/** The one-time PIN last sent for a registration: when another can be requested (ISO 8601), and how many are left. */
export type SentPin = z.output<typeof sentPinSchema>;

const sentPin = { purpose: 'sent-pin', schema: sentPinSchema, lifetime } satisfies TokenType<typeof sentPinSchema>;

/** Makes the cookie from which the page knows, also without scripts, that a PIN was sent. */
export async function makeSentPinCookie(sent: SentPin, isFramed: boolean): Promise<SetCookie> {
  const value = await seal(sentPin, sent);
  return serializeCookie({ name: cookieName, value, path: '/otp', maxAge: lifetime / 1000, isFramed });
}

/** Returns the PIN last sent for this payment to this visitor, null when there is none. */
export async function readSentPin(refid: string): Promise<SentPin | null> {
  const sent = await unseal(sentPin, (await cookies()).get(cookieName)?.value);
  return sent?.refid === refid ? sent : null;
}
