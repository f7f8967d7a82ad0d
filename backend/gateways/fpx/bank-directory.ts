import { createPrivateKey } from 'node:crypto';
import { createBankListCache } from '../bank-list-cache';
import type { BankDirectory } from '../gateway';
import { postFormToGateway } from '../gateway-http';
import { readBankList } from './bank-list';
import { fpxBankNames, nameOfBank, type BankNames, type FpxKind } from './banks';
import { createFpxVerifier } from './public-keys';
import { buildBankListMessage } from './request';

export interface FpxBankDirectorySettings {
  /** FPX's origin: `https://www.mepsfpx.com.my`. */
  readonly hostUrl: string;
  readonly sellerExId: string;
  /** Our private key, and FPX's public keys, PEM. */
  readonly privateKey: string;
  readonly fpxPublicKey: string;
  /** Names of banks that the table lacks or names otherwise. */
  readonly bankNames: BankNames;
  /** The time-out of a bank-list request, ms: the payer waits for the page meanwhile. */
  readonly timeoutMs: number;
  /** The backend's clock, ms since 1970. */
  readonly now: () => number;
}

/**
 * Reads the live list of banks by FPX's BE message: those of the table, and what else FPX's list has, such as its test banks. A bank that is
 * not in FPX's list counts as online (FPX, BC message). Without a list all banks are online.
 */
export function createFpxBankDirectory(settings: FpxBankDirectorySettings): BankDirectory {
  const seller = { sellerExId: settings.sellerExId, privateKey: createPrivateKey(settings.privateKey) };
  const verify = createFpxVerifier(settings.fpxPublicKey, settings.now);
  const trust = { sellerExId: settings.sellerExId, verify };
  const url = new URL('/FPXMain/RetrieveBankList', settings.hostUrl).href;

  async function fetchStatuses(kind: FpxKind): Promise<ReadonlyMap<string, boolean> | null> {
    const answer = await postFormToGateway(url, buildBankListMessage(kind, seller), settings.timeoutMs);
    if (!answer.ok || answer.value.status !== 200) return null;
    return readBankList(answer.value.text, kind, trust);
  }

  const cache = createBankListCache(fetchStatuses, settings.now);

  return {
    async listBanks(kind) {
      const isOnline = (await cache.read(kind)) ?? new Map<string, boolean>();
      const ids = new Set([...Object.keys(fpxBankNames[kind]), ...isOnline.keys()]);
      return [...ids].map((id) => ({
        id,
        name: nameOfBank(kind, id, settings.bankNames) ?? id,
        isOnline: isOnline.get(id) ?? true,
      }));
    },
    clearCache: cache.clear,
  };
}
