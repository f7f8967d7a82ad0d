/** Milliseconds between polls of a posting that usually takes an hour or longer. */
const slowInterval = 60_000;

/** Returns how long to wait between polls of a posting at least, in milliseconds; undefined: as of any other payment. */
export function leastIntervalOf(usualMinutes: number): number | undefined {
  return usualMinutes >= 60 ? slowInterval : undefined;
}
