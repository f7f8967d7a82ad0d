import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { readObject, type ChipApi } from './api';
import { isSignedBy, readPublicKey } from './signature';

/** How long after a key was asked for it is not asked for again, ms: anybody can send a callback with a wrong signature. */
const pauseMs = 60 * 1000;

const pemSchema = z.string().max(4096);

export interface ChipPublicKeys {
  /** Whether CHIP has signed a callback's body. */
  isSigned(body: string, signature: string): boolean;
  /** Asks for the company's key unless it is known. It is not waited for. */
  prepare(): void;
}

/**
 * Creates the keys by which CHIP's callbacks are verified: the configured one, of a webhook, and the company's, of success callbacks. The
 * latter is asked for (`GET public_key/`) and kept for the life of the process; it is asked for again only when a signature does not verify,
 * at most once a minute. A callback that arrives before it is refused, and CHIP repeats it. `now`: ms since 1970.
 */
export function createPublicKeys(configured: string | null, api: ChipApi, now: () => number): ChipPublicKeys {
  const own = configured === null ? null : readPublicKey(configured);
  if (configured !== null && own === null) throw new Error('CHIP_PUBLIC_KEY is no RSA public key');
  let company: KeyObject | null = null;
  let askedAt: number | null = null;

  async function ask(): Promise<void> {
    const read = readObject(await api.get('public_key/'), pemSchema);
    const key = read.ok ? readPublicKey(read.value) : null;
    if (key !== null) company = key;
  }

  function askUnlessRecent(): void {
    const at = now();
    // If the sandbox's clock was set back, the last time is invalid.
    if (askedAt !== null && at >= askedAt && at < askedAt + pauseMs) return;
    askedAt = at;
    void ask();
  }

  return {
    isSigned(body, signature) {
      const keys = [own, company].filter((key) => key !== null);
      if (keys.some((key) => isSignedBy(key, body, signature))) return true;
      askUnlessRecent();
      return false;
    },
    prepare() {
      if (company === null) askUnlessRecent();
    },
  };
}
