import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { paymentPage } from '@/lib/contract/payment';
import { paymentIdSchema, refidSchema } from '@/lib/contract/primitives';
import { readPaymentReference, type PaymentId, type Refid } from '@/lib/domain/payment/references';
import { routes } from '@/lib/routes';
import { callBackend } from '../backend/backend-client';
import { hostCookieName, serializeCookie, type SetCookie } from './cookie';
import { isFramedVisit } from '../visit/framed-visit';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds: longer than a payment page and an auto-debit offer are valid. */
const lifetime = 2 * 60 * 60_000;
const cookieName = () => hostCookieName('ebill-opened');
/** Maximum of payments that the cookie records, latest first. */
const maxVisited = 10;

const visitedSchema = z.array(z.union([refidSchema, paymentIdSchema]));
const visitedToken = { purpose: 'opened-payments', schema: visitedSchema, lifetime } satisfies TokenType<
  typeof visitedSchema
>;

/** Pages whose forms can be submitted only by a visit that has opened them. */
const pages = [routes.payment, routes.payByMobile, routes.autoDebit, routes.autoDebitPin];

/** The part of the middleware's request that is read here. */
export interface PageRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly nextUrl: { readonly pathname: string; readonly searchParams: URLSearchParams };
  readonly cookies: { get(name: string): { readonly value: string } | undefined };
}

/** Returns the refid or paymentId of the payment that a request opens; null for any other request. */
export function findOpenedPayment({ method, nextUrl }: PageRequest): Refid | PaymentId | null {
  if (method !== 'GET' || !pages.some((page) => nextUrl.pathname.startsWith(page))) return null;
  const reference = readPaymentReference(Object.fromEntries(nextUrl.searchParams));
  return reference?.refid ?? reference?.paymentId ?? null;
}

/**
 * Returns the cookie that records that this visit has opened the payment of the requested page; null when it needs none. Results
 * can be read by anyone who has their URL, and do not count as visits.
 */
export async function rememberVisited(request: PageRequest): Promise<SetCookie | null> {
  const name = findOpenedPayment(request);
  if (name === null) return null;
  const before = (await unseal(visitedToken, request.cookies.get(cookieName())?.value)) ?? [];
  if (before[0] === name) return null;
  const names = [name, ...before.filter((other) => other !== name)].slice(0, maxVisited);
  return serializeCookie({
    name: cookieName(),
    value: await seal(visitedToken, names),
    path: '/',
    maxAge: lifetime / 1000,
    isFramed: isFramedVisit(request.headers),
  });
}

/** Returns whether this visit has opened a payment, by its refid or paymentId. Security, row 12. */
export async function hasVisited(refid: Refid): Promise<boolean> {
  const names = await unseal(visitedToken, (await cookies()).get(cookieName())?.value);
  if (names === null) return false;
  if (names.some((name) => name === refid)) return true;
  const page = await callBackend(paymentPage, { refid });
  return page.ok && names.some((name) => name === page.value.paymentId);
}
