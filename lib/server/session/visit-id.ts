import 'server-only';
import { randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { visitIdSchema } from '@/lib/contract/primitives';
import { isFramedVisit } from '../visit/framed-visit';
import { hostCookieName, serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';
import { findOpenedPayment, type PageRequest } from './visited-payments';

/** Milliseconds: longer than the longest attempt, a code for a counter. */
const lifetime = 24 * 60 * 60_000;
const cookieName = () => hostCookieName('ebill-visit');

const visitToken = { purpose: 'visit', schema: visitIdSchema, lifetime } satisfies TokenType<typeof visitIdSchema>;

/**
 * Returns the visit id cookie for a visit that opens a payment; null for any other request, and for a visit that already has one. The
 * backend stores the id with each attempt that the visit begins. The cookie is sealed, so that nobody can use the id of another visit.
 */
export async function rememberVisit(request: PageRequest): Promise<SetCookie | null> {
  if (findOpenedPayment(request) === null) return null;
  if ((await unseal(visitToken, request.cookies.get(cookieName())?.value)) !== null) return null;
  return serializeCookie({
    name: cookieName(),
    value: await seal(visitToken, randomBytes(24).toString('base64url')),
    path: '/',
    maxAge: lifetime / 1000,
    isFramed: isFramedVisit(request.headers),
  });
}

/** Returns the id of this visit; undefined for one that has opened no payment. Security, row 42. */
export async function readVisitId(): Promise<string | undefined> {
  return (await unseal(visitToken, (await cookies()).get(cookieName())?.value)) ?? undefined;
}
