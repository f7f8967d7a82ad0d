import { reminderStop } from '@/lib/contract/reminders';
import { linkPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { postErrorStatuses, readPostBody } from '@/lib/server/forms/form-request';
import { seeOtherResponse } from '@/lib/server/forms/responses';
import { rateLimitRead, readClientAddress } from '@/lib/server/security/rate-limited-read';
import { consumeRateLimits } from '@/lib/server/security/rate-limits';
import { parseLinkToken } from '@/lib/server/session/link-token';
import { requestIdHeader } from '@/lib/server/visit/visit-headers';

/** The types of a mail program's post, and its content (RFC 8058, section 3.1). */
const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const maxBytes = 4_096;
const oneClick = /List-Unsubscribe["=]\s*One-Click/;

function readToken(request: Request): string | undefined {
  const tokens = new URL(request.url).searchParams.getAll('token');
  return tokens.length === 1 ? parseLinkToken(tokens[0]) : undefined;
}

function answer(status: number, retryAfter?: number): Response {
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) };
  return new Response(null, { status, headers });
}

/**
 * Stops reminders for a mail program whose user does not want them any more. It comes from the program's server: without a cookie or an origin of
 * ours, the unguessable token is what counts. An unknown token is answered like a known one: there is nothing to stop. RFC 8058; security, row 65.
 */
export async function POST(request: Request): Promise<Response> {
  const counted = await consumeRateLimits([
    { limit: 'unsubscribesByAddress', key: readClientAddress(request.headers) },
  ]);
  if (!counted.ok) return answer(429, counted.error.retryAfter);
  const token = readToken(request);
  if (token === undefined) return answer(404);
  const body = await readPostBody(request, types, maxBytes);
  if (!body.ok) return answer(postErrorStatuses[body.error]);
  if (!oneClick.test(body.value)) return answer(400);
  const stopped = await callWithInFlightRetry(
    reminderStop,
    { token },
    { idempotencyKey: makeIdempotencyKey(), requestId: request.headers.get(requestIdHeader) },
  );
  const isDone = stopped.ok || (stopped.error.kind === 'problem' && stopped.error.status === 404);
  return answer(isDone ? 200 : 502);
}

/** A program that opens the address instead: the page asks before it stops anything. */
export const GET = rateLimitRead(async (request) =>
  seeOtherResponse(linkPath('stopReminder', readToken(request) ?? '')),
);
