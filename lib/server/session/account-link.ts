import 'server-only';
import * as oauth from 'oauth4webapi';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { refidSchema } from '@/lib/contract/primitives';
import type { CommonConfig } from '@/lib/domain/common-config';
import type { Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { hostCookieName, serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** The time limit of a payer at the account-linking service, in milliseconds. */
const lifetime = 15 * 60_000;
const cookieName = () => hostCookieName('ebill-link');

const linkSchema = z.object({ refid: refidSchema, state: z.string(), codeVerifier: z.string() });

/** A session at the account-linking service: `state` binds it to this browser, and the verifier (PKCE) binds its code to us. */
export type AccountLinkSession = z.output<typeof linkSchema>;

const sealedLink = { purpose: 'account-link', schema: linkSchema, lifetime } satisfies TokenType<typeof linkSchema>;

type Service = NonNullable<CommonConfig['accountLink']>;

/** Starts an account-link session: the cookie with its secrets. Never inside a frame. */
export async function makeAccountLinkCookie(refid: Refid): Promise<SetCookie> {
  const link = { refid, state: oauth.generateRandomState(), codeVerifier: oauth.generateRandomCodeVerifier() };
  return serializeCookie({
    name: cookieName(),
    value: await seal(sealedLink, link),
    path: '/',
    maxAge: lifetime / 1000,
    isFramed: false,
  });
}

/** Clears the session: its secrets are used once. */
export function clearAccountLinkCookie(): SetCookie {
  return serializeCookie({ name: cookieName(), value: '', path: '/', maxAge: 0, isFramed: false });
}

/** Returns this visit's session, null when there is none. */
export async function readAccountLinkSession(): Promise<AccountLinkSession | null> {
  return unseal(sealedLink, (await cookies()).get(cookieName())?.value);
}

/** Writes the authorisation request (OAuth 2.1, authorisation code with PKCE, S256). */
export async function buildAuthorizeUrl(service: Service, link: AccountLinkSession): Promise<string> {
  const url = new URL(service.authorizeUrl);
  const parameters = {
    response_type: 'code',
    client_id: service.clientId,
    redirect_uri: service.redirectUri,
    state: link.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(link.codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Validates the service's callback: state, and issuer if present (RFC 9207). Returns the code; 'denied' when the payer or the service
 * refused; 'foreign' without this session's state (RFC 6749, section 10.12): any site can send such a request, which must change nothing.
 */
export function parseAccountLinkCallback(
  service: Service,
  link: AccountLinkSession,
  callbackUrl: URL,
): Result<string, 'denied' | 'foreign' | 'invalid'> {
  const states = callbackUrl.searchParams.getAll('state');
  if (states.length !== 1 || states[0] !== link.state) return failure('foreign');
  const server = { issuer: new URL(service.authorizeUrl).origin };
  try {
    const checked = oauth.validateAuthResponse(server, { client_id: service.clientId }, callbackUrl, link.state);
    const code = checked.get('code');
    return code === null ? failure('invalid') : success(code);
  } catch (error) {
    return failure(error instanceof oauth.AuthorizationResponseError ? 'denied' : 'invalid');
  }
}
