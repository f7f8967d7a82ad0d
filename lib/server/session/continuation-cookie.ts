import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { linkTokenSchema, refidSchema } from '@/lib/contract/primitives';
import type { Refid } from '@/lib/domain/payment/references';
import { hostCookieName, serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds: longer than a code can be used, so that its page still says that it was. */
const lifetime = 60 * 60_000;
const cookieName = () => hostCookieName('ebill-continue');

const continuationSchema = z.object({ refid: refidSchema, token: linkTokenSchema });
const continuationToken = {
  purpose: 'continuation',
  schema: continuationSchema,
  lifetime,
} satisfies TokenType<typeof continuationSchema>;

/** Makes the cookie with the link that this visit has made for a payment: its token is in no URL of this browser. Security, row 63. */
export async function makeContinuationCookie(
  continuation: z.output<typeof continuationSchema>,
  isFramed: boolean,
): Promise<SetCookie> {
  return serializeCookie({
    name: cookieName(),
    value: await seal(continuationToken, continuation),
    path: '/',
    maxAge: lifetime / 1000,
    isFramed,
  });
}

/** Returns the token of the link that this visit has made for a payment last; null if it has made none. */
export async function readContinuationToken(refid: Refid): Promise<string | null> {
  const made = await unseal(continuationToken, (await cookies()).get(cookieName())?.value);
  return made?.refid === refid ? made.token : null;
}
