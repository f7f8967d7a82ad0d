import { z } from 'zod';
import { fpxBankNames } from '../fpx/banks';
import type { BankDirectory } from '../gateway';
import type { BillplzApi } from './api';

const cacheLifetimeMs = 3 * 60 * 1000;
/** The delay after a failed request, so that not every payer waits for a time-out during an outage. */
const retryAfterMs = 15 * 1000;

const banksSchema = z.object({ banks: z.array(z.object({ name: z.string(), active: z.boolean() })).min(1) });

/** The codes of the banks that are active; null if Billplz has never answered. Times are ms. */
interface Known {
  readonly active: ReadonlySet<string> | null;
  readonly at: number;
  readonly until: number;
}

/**
 * Lists the personal banks (Billplz, Get FPX Banks). A bank that is inactive or not in Billplz's list is offline: its payers would have to choose
 * again on Billplz's page. Cached for 3 minutes; without an answer the last one is used, and without one all banks are online. `now` is the
 * backend's clock.
 */
export function createBillplzBankDirectory(
  api: Pick<BillplzApi, 'get'>,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: () => number },
): BankDirectory {
  let known: Known | null = null;
  let inFlight: Promise<Known> | null = null;

  async function fetchBanks(): Promise<Known> {
    const read = await api.get('v3/fpx_banks', banksSchema, timeoutMs);
    const at = now();
    if (!read.ok) return { active: known?.active ?? null, at, until: at + retryAfterMs };
    const active = read.value.banks.filter((bank) => bank.active).map(({ name }) => name);
    return { active: new Set(active), at, until: at + cacheLifetimeMs };
  }

  async function readBanks(): Promise<Known> {
    const at = now();
    // If the sandbox's clock was set back, a later cache entry is invalid.
    if (known !== null && at >= known.at && at < known.until) return known;
    inFlight ??= fetchBanks();
    const pending = inFlight;
    const fetched = await pending;
    // The cache may have been cleared meanwhile.
    if (inFlight === pending) [known, inFlight] = [fetched, null];
    return fetched;
  }

  return {
    async listBanks(kind) {
      if (kind === 'corporate') return [];
      const { active } = await readBanks();
      const isOnline = (id: string) => active === null || active.has(id);
      return Object.entries(fpxBankNames.personal).map(([id, name]) => ({ id, name, isOnline: isOnline(id) }));
    },
    clearCache() {
      known = null;
      inFlight = null;
    },
  };
}
