import { z } from 'zod';
import { createBankListCache } from '../bank-list-cache';
import { fpxBankNames } from '../fpx/banks';
import type { BankDirectory } from '../gateway';
import type { BillplzApi } from './api';

const banksSchema = z.object({ banks: z.array(z.object({ name: z.string(), active: z.boolean() })).min(1) });

/**
 * Lists the personal banks (Billplz, Get FPX Banks). A bank that is inactive or not in Billplz's list is offline: its payers would have to choose
 * again on Billplz's page. Cached for 3 minutes; without an answer the last one is used, and without one all banks are online. `now` is the
 * backend's clock.
 */
export function createBillplzBankDirectory(
  api: Pick<BillplzApi, 'get'>,
  { timeoutMs, now }: { readonly timeoutMs: number; readonly now: () => number },
): BankDirectory {
  /** Fetches the codes of the banks that are active. */
  async function fetchActive(): Promise<ReadonlySet<string> | null> {
    const read = await api.get('v3/fpx_banks', banksSchema, timeoutMs);
    return read.ok ? new Set(read.value.banks.filter((bank) => bank.active).map(({ name }) => name)) : null;
  }
  const cache = createBankListCache(fetchActive, now);

  return {
    async listBanks(kind) {
      if (kind === 'corporate') return [];
      const active = await cache.read('personal');
      const isOnline = (id: string) => active === null || active.has(id);
      return Object.entries(fpxBankNames.personal).map(([id, name]) => ({ id, name, isOnline: isOnline(id) }));
    },
    clearCache: cache.clear,
  };
}
