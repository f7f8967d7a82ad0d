import { isIP } from 'node:net';

/** IPv4 clients on a dual-stack socket show up as `::ffff:192.0.2.1`; both spellings must share one rate limit. */
function normaliseAddress(text: string): string | undefined {
  const unbracketed = text.trim().replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
  const [withoutZone = ''] = unbracketed.split('%', 1);
  const bare = withoutZone.toLowerCase();
  const address = bare.replace(/^::ffff:(?=\d+\.)/, '').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

/**
 * Returns the client's IP address, for rate limits. Each proxy appends to `X-Forwarded-For` the address of its own client, so with n
 * trusted proxies it is the n-th entry from the end; a client can forge the entries before it.
 *
 * @param socketAddress the address of the connection
 * @param forwardedFor the `X-Forwarded-For` header, joined by commas if it was sent several times
 * @param trustedProxies 0: the header is ignored
 * @returns an IPv4 or IPv6 address in its plain form; the socket's if the header has none
 */
export function findClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const connected = normaliseAddress(socketAddress ?? '') ?? '0.0.0.0';
  if (trustedProxies === 0 || forwardedFor === undefined) return connected;
  const entries = forwardedFor.split(',');
  // Fewer entries than proxies: the request did not pass the outer proxies, and the first entry is its client.
  const entry = entries[Math.max(0, entries.length - trustedProxies)];
  return normaliseAddress(entry ?? '') ?? connected;
}
