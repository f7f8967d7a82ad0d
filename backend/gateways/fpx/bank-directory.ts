import { createPrivateKey } from 'node:crypto';
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

const cacheLifetimeMs = 3 * 60 * 1000;
/** The delay after a failed request, so that not every payer waits for a time-out during an outage. */
const retryAfterMs = 15 * 1000;

interface CachedStatus {
  /** Whether each bank of FPX's list is online. */
  readonly isOnline: ReadonlyMap<string, boolean>;
  readonly at: number;
  readonly until: number;
}

/**
 * Reads the live list of banks by FPX's BE message: those of the table, and what else FPX's list has, such as its test banks. A bank that is not in FPX's list counts as online (FPX, BC message). Cached for 3 minutes;
 * without a response the last list is used, and without one all banks are online.
 */
export function createFpxBankDirectory(settings: FpxBankDirectorySettings): BankDirectory {
  const seller = { sellerExId: settings.sellerExId, privateKey: createPrivateKey(settings.privateKey) };
  const verify = createFpxVerifier(settings.fpxPublicKey, settings.now);
  const trust = { sellerExId: settings.sellerExId, verify };
  const url = new URL('/FPXMain/RetrieveBankList', settings.hostUrl).href;
  const cache = new Map<FpxKind, CachedStatus>();
  const inFlight = new Map<FpxKind, Promise<CachedStatus>>();

  async function fetchStatuses(kind: FpxKind): Promise<ReadonlyMap<string, boolean> | null> {
    const answer = await postFormToGateway(url, buildBankListMessage(kind, seller), settings.timeoutMs);
    if (!answer.ok || answer.value.status !== 200) return null;
    return readBankList(answer.value.text, kind, trust);
  }

  async function refresh(kind: FpxKind): Promise<CachedStatus> {
    const isOnline = await fetchStatuses(kind);
    const at = settings.now();
    const next = isOnline
      ? { isOnline, at, until: at + cacheLifetimeMs }
      : { isOnline: cache.get(kind)?.isOnline ?? new Map<string, boolean>(), at, until: at + retryAfterMs };
    cache.set(kind, next);
    return next;
  }

  function readStatus(kind: FpxKind): Promise<CachedStatus> {
    const known = cache.get(kind);
    const now = settings.now();
    // If the sandbox's clock was set back, a later cache entry is invalid.
    if (known && now >= known.at && now < known.until) return Promise.resolve(known);
    const pending = inFlight.get(kind);
    if (pending) return pending;
    const request = refresh(kind).finally(() => {
      if (inFlight.get(kind) === request) inFlight.delete(kind);
    });
    inFlight.set(kind, request);
    return request;
  }

  return {
    async listBanks(kind) {
      const { isOnline } = await readStatus(kind);
      const ids = new Set([...Object.keys(fpxBankNames[kind]), ...isOnline.keys()]);
      return [...ids].map((id) => ({
        id,
        name: nameOfBank(kind, id, settings.bankNames) ?? id,
        isOnline: isOnline.get(id) ?? true,
      }));
    },
    clearCache() {
      cache.clear();
      inFlight.clear();
    },
  };
}
