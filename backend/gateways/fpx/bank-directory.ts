import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Bank } from '@/lib/domain/payment/payment';
import { postFormToGateway } from '../gateway-http';
import { fpxBankNames, messageTokens, type FpxKind } from './banks';
import { buildChecksumSource, verifyChecksum } from './checksum';
import { readNameValuePairs } from './name-value-pairs';
import { buildBankListMessage } from './request';

export interface FpxBankDirectorySettings {
  /** Where FPX is, without a path: `https://www.mepsfpx.com.my`. */
  readonly hostUrl: string;
  readonly sellerExId: string;
  /** Our private key and FPX's public key, PEM. */
  readonly privateKey: string;
  readonly fpxPublicKey: string;
  /** How long a bank-list enquiry may take, ms: a payer waits for the page meanwhile. */
  readonly timeoutMs: number;
  /** The backend's clock, ms since 1970. */
  readonly now: () => number;
}

export interface FpxBankDirectory {
  /**
   * Every bank of the kind, by name, an offline one too; a bank of which FPX says nothing counts as online (FPX, BC message).
   * Asks FPX at most every 3 minutes. Never fails: without an answer the last known list holds, and without one all are online.
   */
  listBanks(kind: FpxKind): Promise<readonly Bank[]>;
  /** Forgets what was heard, so that the next call asks again. */
  clearCache(): void;
}

const cacheLifetimeMs = 3 * 60 * 1000;
/** After a failed enquiry, so that not every payer of an outage waits for its time-out. */
const retryAfterMs = 15 * 1000;

interface CachedStatus {
  readonly offline: ReadonlySet<string>;
  readonly at: number;
  readonly until: number;
}

/** Reads `ID~A,ID~B`: A is online, anything else offline. */
function readOffline(bankList: string): ReadonlySet<string> {
  const entries = bankList.split(',').map((entry) => entry.trim().split('~'));
  return new Set(entries.flatMap(([id, status]) => (id && status !== undefined && status !== 'A' ? [id] : [])));
}

/** The raw, still encoded, bank list: some of FPX's hosts sign the list as it travels, others as it reads. */
function rawBankList(text: string): string {
  return /(?:^|&)fpx_bankList=([^&\s]*)/.exec(text.trim())?.[1] ?? '';
}

/** Gives the live list of banks by FPX's BE message. */
export function createFpxBankDirectory(settings: FpxBankDirectorySettings): FpxBankDirectory {
  const seller = { sellerExId: settings.sellerExId, privateKey: createPrivateKey(settings.privateKey) };
  const publicKey = createPublicKey(settings.fpxPublicKey);
  const url = new URL('/FPXMain/RetrieveBankList', settings.hostUrl).href;
  const heard = new Map<FpxKind, CachedStatus>();
  const underWay = new Map<FpxKind, Promise<CachedStatus>>();

  async function askOffline(kind: FpxKind): Promise<ReadonlySet<string> | null> {
    const answer = await postFormToGateway(url, buildBankListMessage(kind, seller), settings.timeoutMs);
    if (!answer.ok || answer.value.status !== 200) return null;
    const fields = readNameValuePairs(answer.value.text);
    if (!fields || fields.fpx_msgType !== 'BC' || fields.fpx_sellerExId !== settings.sellerExId) return null;
    if (fields.fpx_msgToken !== messageTokens[kind]) return null;
    const checksum = fields.fpx_checkSum ?? '';
    const lists = [fields, { ...fields, fpx_bankList: rawBankList(answer.value.text) }];
    const isSigned = lists.some((list) => verifyChecksum(buildChecksumSource('BC', list), checksum, publicKey));
    if (!isSigned) return null;
    // Encoded twice by some hosts: reading it as a query's value decodes it, and unlike decodeURIComponent never throws.
    const list = fields.fpx_bankList ?? '';
    return readOffline(list.includes('%') ? (new URLSearchParams(`list=${list}`).get('list') ?? '') : list);
  }

  async function ask(kind: FpxKind): Promise<CachedStatus> {
    const offline = await askOffline(kind);
    const at = settings.now();
    const next = offline
      ? { offline, at, until: at + cacheLifetimeMs }
      : { offline: heard.get(kind)?.offline ?? new Set<string>(), at, until: at + retryAfterMs };
    heard.set(kind, next);
    return next;
  }

  function hear(kind: FpxKind): Promise<CachedStatus> {
    const known = heard.get(kind);
    const now = settings.now();
    // A clock that was set back (the sandbox's) makes what was heard later worthless.
    if (known && now >= known.at && now < known.until) return Promise.resolve(known);
    const asked = underWay.get(kind);
    if (asked) return asked;
    const asking = ask(kind).finally(() => {
      if (underWay.get(kind) === asking) underWay.delete(kind);
    });
    underWay.set(kind, asking);
    return asking;
  }

  return {
    async listBanks(kind) {
      const { offline } = await hear(kind);
      return Object.entries(fpxBankNames[kind]).map(([id, name]) => ({ id, name, isOnline: !offline.has(id) }));
    },
    clearCache() {
      heard.clear();
      underWay.clear();
    },
  };
}
