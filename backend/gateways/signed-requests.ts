import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { readJson } from '../http/read-json';
import type { GatewayError } from './gateway';
import { postToGateway } from './gateway-http';
import { signRequest, verifyResponse, type SharedKey } from './signed-messages';

/** A gateway that accepts signed JSON: see acquirer/README.md, Signatures. */
export interface SignedEndpoint {
  /** The gateway's origin. */
  readonly hostUrl: string;
  readonly key: SharedKey;
  /** The time-out of a call, ms. */
  readonly timeoutMs: number;
}

/** A request about one attempt, by its number. */
export type SignedRequestBody = Readonly<Record<string, unknown>> & { readonly number: string };

/**
 * Posts a signed request about an attempt and verifies the signed response. A response that is unsigned, violates the schema or has another
 * number is 'unreachable': the outcome needs an enquiry. 'refused' has moved no money: the gateway has signed the refusal. An unsigned 4xx, such as
 * a proxy's 429, tells nothing: the gateway may have handled this request, or the one before that was lost.
 */
export async function postSignedRequest<Answer extends { readonly number: string }>(
  { hostUrl, key, timeoutMs }: SignedEndpoint,
  path: string,
  payload: SignedRequestBody,
  schema: z.ZodType<Answer>,
): Promise<Result<Answer, GatewayError>> {
  const body = JSON.stringify(payload);
  const signed = signRequest(key, path, body, Date.now());
  const answer = await postToGateway({
    url: new URL(path, hostUrl).href,
    body,
    contentType: 'application/json',
    headers: { 'x-signature': signed.header },
    timeoutMs,
  });
  if (!answer.ok) return answer;
  const { status, text, headers } = answer.value;
  const header = headers['x-signature'];
  const isTheirs =
    typeof header === 'string' &&
    verifyResponse(key, { header, path, requestMac: signed.mac, body: text, nowMs: Date.now() });
  if (!isTheirs) return failure('unreachable');
  if (status >= 400 && status < 500) return failure('refused');
  if (status !== 200) return failure('unreachable');
  const parsed = schema.safeParse(readJson(text));
  return parsed.success && parsed.data.number === payload.number ? success(parsed.data) : failure('unreachable');
}
