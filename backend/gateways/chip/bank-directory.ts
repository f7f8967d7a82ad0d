import { z } from 'zod';
import { fpxBankNames, type FpxKind } from '../fpx/banks';
import type { BankDirectory } from '../gateway';
import { readObject, type ChipApi } from './api';
import { corporateMethod } from './methods';

const cacheLifetimeMs = 3 * 60 * 1000;
/** The delay after a failed request, so that not every payer waits for a time-out during an outage. */
const retryAfterMs = 15 * 1000;

/** RM10: more than FPX's minimum of either kind, which would make it unavailable. */
const lookedUpAmount = 1_000;

const availableSchema = z.object({ available_payment_methods: z.array(z.string()) });

const methodOfKind = { personal: 'fpx', corporate: corporateMethod } as const satisfies Record<FpxKind, string>;

export interface ChipBankDirectorySettings {
  readonly brandId: string;
  /** The time-out of a look-up, ms: the payer waits for the page meanwhile. */
  readonly timeoutMs: number;
  /** The backend's clock, ms since 1970. */
  readonly now: () => number;
}

interface Availability {
  /** Null: CHIP has never answered. */
  readonly methods: readonly string[] | null;
  readonly at: number;
  readonly until: number;
}

/**
 * Lists FPX's banks. CHIP tells whether it has FPX now, of either kind (`GET payment_methods/`), and not of a bank: all are online, or none.
 * Cached for 3 minutes; without a response the last one is used, and without one all banks are online.
 */
export function createChipBankDirectory(
  { brandId, timeoutMs, now }: ChipBankDirectorySettings,
  api: Pick<ChipApi, 'get'>,
): BankDirectory {
  const query = new URLSearchParams({ brand_id: brandId, currency: 'MYR', amount: String(lookedUpAmount) });
  let known: Availability | null = null;
  let inFlight: Promise<Availability> | null = null;

  async function lookUp(): Promise<Availability> {
    const read = readObject(await api.get(`payment_methods/?${query.toString()}`, timeoutMs), availableSchema);
    const at = now();
    known = read.ok
      ? { methods: read.value.available_payment_methods, at, until: at + cacheLifetimeMs }
      : { methods: known?.methods ?? null, at, until: at + retryAfterMs };
    return known;
  }

  function readAvailability(): Promise<Availability> {
    const at = now();
    // If the sandbox's clock was set back, a later cache entry is invalid.
    if (known !== null && at >= known.at && at < known.until) return Promise.resolve(known);
    inFlight ??= lookUp().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  return {
    async listBanks(kind) {
      const { methods } = await readAvailability();
      const isOnline = methods?.includes(methodOfKind[kind]) ?? true;
      return Object.entries(fpxBankNames[kind]).map(([id, name]) => ({ id, name, isOnline }));
    },
    clearCache() {
      known = null;
      inFlight = null;
    },
  };
}
