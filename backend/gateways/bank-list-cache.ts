const lifetimeMs = 3 * 60 * 1000;
/** The delay after a failed request, so that not every payer waits for a time-out during an outage. */
const retryAfterMs = 15 * 1000;

export interface BankListCache<Kind, List> {
  /** Returns the latest list that the gateway has given of a kind; null if it has never given one. */
  read(kind: Kind): Promise<List | null>;
  clear(): void;
}

interface Entry<List> {
  readonly list: List | null;
  readonly at: number;
  readonly until: number;
}

/**
 * Caches a gateway's lists of banks for 3 minutes (FPX's rule). Concurrent reads share a request. Without a response (`fetchList` returns null)
 * the last list is used, and asked for again 15 seconds later. `now` is the backend's clock, ms since 1970.
 */
export function createBankListCache<Kind, List>(
  fetchList: (kind: Kind) => Promise<List | null>,
  now: () => number,
): BankListCache<Kind, List> {
  const entries = new Map<Kind, Entry<List>>();
  const inFlight = new Map<Kind, Promise<Entry<List>>>();

  async function fetchEntry(kind: Kind): Promise<Entry<List>> {
    const list = await fetchList(kind);
    const at = now();
    return list === null
      ? { list: entries.get(kind)?.list ?? null, at, until: at + retryAfterMs }
      : { list, at, until: at + lifetimeMs };
  }

  async function refresh(kind: Kind): Promise<Entry<List>> {
    const request = inFlight.get(kind) ?? fetchEntry(kind);
    inFlight.set(kind, request);
    try {
      const fetched = await request;
      // The cache may have been cleared meanwhile.
      if (inFlight.get(kind) === request) entries.set(kind, fetched);
      return fetched;
    } finally {
      if (inFlight.get(kind) === request) inFlight.delete(kind);
    }
  }

  return {
    async read(kind) {
      const known = entries.get(kind);
      const at = now();
      // If the sandbox's clock was set back, a later cache entry is invalid.
      const isValid = known !== undefined && at >= known.at && at < known.until;
      return (isValid ? known : await refresh(kind)).list;
    },
    clear() {
      entries.clear();
      inFlight.clear();
    },
  };
}
