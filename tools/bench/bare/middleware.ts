import { randomBytes, randomUUID } from 'node:crypto';
import { NextResponse, type NextRequest } from 'next/server';

export const config = { runtime: 'nodejs', matcher: '/((?!_next/static/).*)' };

/** Adds a request id and a strict Content-Security-Policy with a nonce. */
export function middleware(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`;
  const headers = new Headers(request.headers);
  headers.set('x-request-id', randomUUID());
  headers.set('x-nonce', nonce);
  // Next reads the nonce of its scripts from this header.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}
