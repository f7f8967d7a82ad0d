import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { instantSchema, refidSchema } from '@/lib/contract/primitives';
import type { Refid } from '@/lib/domain/payment/references';
import { serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds: the maximum lifetime of a payment page. */
const lifetime = 60 * 60_000;
const cookie = { name: 'ebill-tac', path: '/view' };

const sentTacSchema = z.object({
  refid: refidSchema,
  mobileNumber: z.string(),
  resendAfter: instantSchema,
  expiresAt: instantSchema,
  resendsLeft: z.int(),
});

/** The TAC last sent for a payment by mobile: its number (`601…`), when another can be requested (ISO 8601), and how many are left. */
export type SentTac = z.output<typeof sentTacSchema>;

const sentTac = { purpose: 'sent-tac', schema: sentTacSchema, lifetime } satisfies TokenType<typeof sentTacSchema>;

const lockedTacSchema = z.object({ refid: refidSchema });
/** In place of a TAC that was sent: no code of this payment is accepted any more. */
const lockedTac = { purpose: 'locked-tac', schema: lockedTacSchema, lifetime } satisfies TokenType<
  typeof lockedTacSchema
>;

/** Makes the cookie from which the page knows, also without scripts, that a TAC was sent. */
export async function makeSentTacCookie(sent: SentTac, isFramed: boolean): Promise<SetCookie> {
  return serializeCookie({ ...cookie, value: await seal(sentTac, sent), maxAge: lifetime / 1000, isFramed });
}

/** Makes the cookie from which the page knows that the tries for the TAC of this payment are used up. */
export async function makeLockedTacCookie(refid: Refid, isFramed: boolean): Promise<SetCookie> {
  return serializeCookie({ ...cookie, value: await seal(lockedTac, { refid }), maxAge: lifetime / 1000, isFramed });
}

/** Clears the cookie: another attempt has no TAC yet. */
export function clearSentTacCookie(isFramed: boolean): SetCookie {
  return serializeCookie({ ...cookie, value: '', maxAge: 0, isFramed });
}

/** Returns the TAC last sent for this payment by this visitor, null when there is none. */
export async function readSentTac(refid: string): Promise<SentTac | null> {
  const sent = await unseal(sentTac, (await cookies()).get(cookie.name)?.value);
  return sent?.refid === refid ? sent : null;
}

/** Returns whether this visitor has used up the tries for the TAC of this payment. */
export async function isTacLocked(refid: string): Promise<boolean> {
  const locked = await unseal(lockedTac, (await cookies()).get(cookie.name)?.value);
  return locked?.refid === refid;
}
