import { partnerCallUserAgent } from '@/lib/domain/visit/partner-call';
import { readResponseStart } from '../http/response-start';
import type { PartnerSecret } from './keys';
import { signMessage } from './signature';

/** The time-out of a partner's server, ms, for what no payer waits for. */
const defaultTimeoutMs = 10_000;

export interface PartnerResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Posts signed JSON to a partner's server, which is none of ours; redirects are not followed (security, row 29). A repeated message has the same `nonce`. Rejects
 * if there is no response.
 */
export async function postSigned(
  url: string,
  key: PartnerSecret,
  {
    purpose,
    body,
    nonce,
    timeoutMs = defaultTimeoutMs,
  }: { readonly purpose: string; readonly body: string; readonly nonce: string; readonly timeoutMs?: number },
): Promise<PartnerResponse> {
  const timestamp = new Date().toISOString();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': partnerCallUserAgent,
      'x-key-id': key.keyId,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signMessage(key.secret, { purpose, body }, { timestamp, nonce }),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await readResponseStart(response) };
}
