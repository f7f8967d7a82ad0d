/** The partner and key with which the suite signs calls. */
export interface SigningPartner {
  readonly partnerKey: string;
  readonly keyId: string;
  readonly secret: string;
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the headers of a signed call. `target` is its path with the query as sent; `body` is empty for a GET. */
export async function signCall(
  { keyId, secret }: SigningPartner,
  { method, target, body }: { readonly method: string; readonly target: string; readonly body: string },
  nonce: string = crypto.randomUUID(),
): Promise<Record<string, string>> {
  const encoder = new TextEncoder();
  const timestamp = new Date().toISOString();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const text = [`${method} ${target}`, timestamp, nonce, body].join('\n');
  const signature = toHex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
  return { 'x-key-id': keyId, 'x-timestamp': timestamp, 'x-nonce': nonce, 'x-signature': signature };
}
