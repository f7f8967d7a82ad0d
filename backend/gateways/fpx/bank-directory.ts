import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { BankDirectory } from '../gateway';
import { postFormToGateway } from '../gateway-http';
import { readBankList } from './bank-list';
import { fpxBankNames, type FpxKind } from './banks';
import { buildBankListMessage } from './request';

export interface FpxBankDirectorySettings {
  /** FPX's origin: `https://www.mepsfpx.com.my`. */
  readonly hostUrl: string;
  readonly sellerExId: string;
  /** Our private key and FPX's public key, PEM. */
  readonly privateKey: string;
  readonly fpxPublicKey: string;
  /** The time-out of a bank-list request, ms: the payer waits for the page meanwhile. */
  readonly timeoutMs: number;
  /** The backend's clock, ms since 1970. */
  readonly now: () => number;
}

const cacheLifetimeMs = 3 * 60 * 1000;
/** The delay after a failed request, so that not every payer waits for a time-out during an outage. */
const retryAfterMs = 15 * 1000;

interface CachedStatus {
  readonly offline: ReadonlySet<string>;
  readonly at: number;
  readonly until: number;
}

/**
 * Reads the live list of banks by FPX's BE message. A bank that is not in FPX's list counts as online (FPX, BC message). Cached for 3 minutes;
 * without a response the last list is used, and without one all banks are online.
 */
export function createFpxBankDirectory(settings: FpxBankDirectorySettings): BankDirectory {
  const seller = { sellerExId: settings.sellerExId, privateKey: createPrivateKey(settings.privateKey) };
  const trust = { sellerExId: settings.sellerExId, publicKey: createPublicKey(settings.fpxPublicKey) };
  const url = new URL('/FPXMain/RetrieveBankList', settings.hostUrl).href;
  const cache = new Map<FpxKind, CachedStatus>();
  const inFlight = new Map<FpxKind, Promise<CachedStatus>>();

  async function fetchOffline(kind: FpxKind): Promise<ReadonlySet<string> | null> {
    const answer = await postFormToGateway(url, buildBankListMessage(kind, seller), settings.timeoutMs);
    if (!answer.ok || answer.value.status !== 200) return null;
    return readBankList(answer.value.text, kind, trust);
  }

  async function refresh(kind: FpxKind): Promise<CachedStatus> {
    const offline = await fetchOffline(kind);
    const at = settings.now();
    const next = offline
      ? { offline, at, until: at + cacheLifetimeMs }
      : { offline: cache.get(kind)?.offline ?? new Set<string>(), at, until: at + retryAfterMs };
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
      const { offline } = await readStatus(kind);
      return Object.entries(fpxBankNames[kind]).map(([id, name]) => ({ id, name, isOnline: !offline.has(id) }));
    },
    clearCache() {
      cache.clear();
      inFlight.clear();
    },
  };
}
