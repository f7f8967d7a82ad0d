/** The eight groups of an IPv6 address, without leading zeros; null for any other text. */
function parseIpv6Groups(address: string): readonly string[] | null {
  if (!/^[\da-f:.]+$/i.test(address)) return null;
  let canonical: string;
  try {
    canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  } catch {
    return null;
  }
  const [head = '', tail] = canonical.split('::');
  const split = (part: string) => (part === '' ? [] : part.split(':'));
  if (tail === undefined) return split(head);
  const [before, after] = [split(head), split(tail)];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/** Returns the network that an address belongs to: /24 of IPv4, /48 of IPv6; anything else is returned unchanged. */
export function toNetworkPrefix(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return address.split('.').slice(0, 3).join('.');
  return parseIpv6Groups(address)?.slice(0, 3).join(':') ?? address;
}

/** Returns the prefix that counts as one address: an IPv6 household gets a /64, and could use each of its addresses once. */
export function toHostPrefix(address: string): string {
  return parseIpv6Groups(address)?.slice(0, 4).join(':') ?? address;
}
