import { z } from 'zod';
import { createBankListCache } from '../bank-list-cache';
import { fpxBankNames, type FpxKind } from '../fpx/banks';
import type { BankDirectory } from '../gateway';
import { readObject, type ChipApi } from './api';
import { corporateMethod } from './methods';

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

/**
 * Lists FPX's banks. CHIP tells whether it has FPX now, of either kind (`GET payment_methods/`), and not of a bank: all are online, or none.
 * Cached for 3 minutes; without a response the last one is used, and without one all banks are online.
 */
export function createChipBankDirectory(
  { brandId, timeoutMs, now }: ChipBankDirectorySettings,
  api: Pick<ChipApi, 'get'>,
): BankDirectory {
  const query = new URLSearchParams({ brand_id: brandId, currency: 'MYR', amount: String(lookedUpAmount) });

  /** Fetches the methods of both kinds that CHIP has now. */
  async function fetchMethods(_: 'both'): Promise<readonly string[] | null> {
    const read = readObject(await api.get(`payment_methods/?${query.toString()}`, timeoutMs), availableSchema);
    return read.ok ? read.value.available_payment_methods : null;
  }
  const cache = createBankListCache(fetchMethods, now);

  return {
    async listBanks(kind) {
      const methods = await cache.read('both');
      const isOnline = methods?.includes(methodOfKind[kind]) ?? true;
      return Object.entries(fpxBankNames[kind]).map(([id, name]) => ({ id, name, isOnline }));
    },
    clearCache: cache.clear,
  };
}
