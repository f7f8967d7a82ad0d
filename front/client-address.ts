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
 * The address that a visit is counted under. Each proxy adds to the end of `X-Forwarded-For` the address it was called
 * from, so with n trusted proxies it is the n-th entry from the end; a client can forge the entries before it.
 *
 * @param socketAddress who is connected to us
 * @param forwardedFor the `X-Forwarded-For` header, joined by commas when there were several
 * @param trustedProxies 0: the header is ignored
 * @returns an IPv4 or IPv6 address in its plain form; the socket's when the header does not give one
 */
export function findClientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const connected = normaliseAddress(socketAddress ?? '') ?? '0.0.0.0';
  if (trustedProxies === 0 || forwardedFor === undefined) return connected;
  const entries = forwardedFor.split(',');
  // Fewer entries than proxies: the visit came in behind the first of them, and its entry is the oldest one there is.
  const entry = entries[Math.max(0, entries.length - trustedProxies)];
  return normaliseAddress(entry ?? '') ?? connected;
}
