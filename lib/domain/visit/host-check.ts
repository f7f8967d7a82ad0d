/** Characters of a `Host` header: a name has at most 253, a port 6. */
const maxHostLength = 260;
const hostPattern = /^[\w.:[\]-]+$/;

/** Returns the host name of a `Host` header, without its port; null if it is malformed. */
function readHostname(host: string | undefined): string | null {
  if (host === undefined || host.length > maxHostLength || !hostPattern.test(host)) return null;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
}

/** An IP address, unlike a name, cannot be made to resolve elsewhere. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Returns whether a host name is that of the machine itself, in the form in which `URL` gives it. */
export function isLoopbackHostname(hostname: string): boolean {
  if (!isAddress(hostname)) return hostname === 'localhost' || hostname.endsWith('.localhost');
  // An IPv4-mapped IPv6 address may be any address.
  return ['127.', '[::ffff:'].some((start) => hostname.startsWith(start)) || anyAddresses.includes(hostname);
}

/** The loopback address of IPv6, and the unspecified address. */
const anyAddresses = ['[::1]', '[::]', '0.0.0.0'];

/**
 * Creates a check of `Host` headers against DNS rebinding: a foreign name that resolves to this machine has the same origin as the server
 * there, and only the header shows it (security, row 46). Loopback names, IP addresses and `hostnames` pass, at any port.
 */
export function createHostCheck(hostnames: readonly string[]): (host: string | undefined) => boolean {
  const own = new Set(hostnames.map((name) => name.toLowerCase()));
  return (host) => {
    const hostname = readHostname(host);
    return hostname !== null && (isLoopbackHostname(hostname) || isAddress(hostname) || own.has(hostname));
  };
}
