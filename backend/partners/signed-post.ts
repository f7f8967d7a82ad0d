import type { PartnerSecret } from './keys';
import { signMessage } from './signature';

/** Milliseconds that a partner's server gets. */
const timeoutMs = 10_000;
/** Characters of an answer that are read. */
const maxResponseLength = 10_000;

export interface PartnerResponse {
  readonly status: number;
  readonly text: string;
}

/**
 * Posts signed JSON to a partner's server; redirects are not followed (security, row 29). `nonce` is the same for the same message.
 * Rejects when nothing answers.
 */
export async function postSigned(
  url: string,
  key: PartnerSecret,
  { purpose, body, nonce }: { readonly purpose: string; readonly body: string; readonly nonce: string },
): Promise<PartnerResponse> {
  const timestamp = new Date().toISOString();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-key-id': key.keyId,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': signMessage(key.secret, { purpose, body }, { timestamp, nonce }),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await readStart(response) };
}

async function readStart(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (!done) text += decoder.decode(value, { stream: true });
    if (done || text.length > maxResponseLength) break;
  }
  await reader.cancel();
  return text.slice(0, maxResponseLength);
}
