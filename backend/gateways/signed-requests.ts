import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import type { GatewayError } from './gateway';
import { postToGateway } from './gateway-http';
import { signRequest, verifyResponse, type SharedKey } from './signed-messages';

/** A gateway that takes signed JSON: see acquirer/README.md, Signatures. */
export interface SignedEndpoint {
  /** Where it is, without a path. */
  readonly hostUrl: string;
  readonly key: SharedKey;
  /** How long one call may take, ms. */
  readonly timeoutMs: number;
}

/** What is asked: about one attempt, by its number. */
export type SignedRequestBody = Readonly<Record<string, unknown>> & { readonly number: string };

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

/**
 * Posts a signed question about an attempt and reads its signed answer. An answer that is not the gateway's, breaks the schema or is about
 * another number is none: 'unreachable', and only an enquiry tells what has happened. 'refused' moved nothing.
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
  if (status >= 400 && status < 500) return failure('refused');
  const header = headers['x-signature'];
  const isTheirs =
    typeof header === 'string' &&
    verifyResponse(key, { header, path, requestMac: signed.mac, body: text, nowMs: Date.now() });
  if (status !== 200 || !isTheirs) return failure('unreachable');
  const parsed = schema.safeParse(readJson(text));
  return parsed.success && parsed.data.number === payload.number ? success(parsed.data) : failure('unreachable');
}
