import { toHostPrefix } from '@/lib/domain/visit/client-network';

/** How many requests may be in progress at the same time: of all clients, and of one. */
export interface InProgressLimits {
  readonly all: number;
  readonly client: number;
}

/**
 * Counts the requests in progress, in all and by client; an address of IPv6 counts by its /64.
 *
 * @returns a function that counts a request until the signal of its end aborts; it returns false for a request beyond a limit, which is not counted
 */
export function countRequestsInProgress(
  limits: InProgressLimits,
): (clientAddress: string, ended: AbortSignal) => boolean {
  const byClient = new Map<string, number>();
  let all = 0;
  return (clientAddress, ended) => {
    const client = toHostPrefix(clientAddress);
    const own = byClient.get(client) ?? 0;
    if (all >= limits.all || own >= limits.client) return false;
    // Its client has gone while it was read: nothing would release it.
    if (ended.aborted) return true;
    all += 1;
    byClient.set(client, own + 1);
    const release = () => {
      all -= 1;
      const rest = (byClient.get(client) ?? 1) - 1;
      if (rest === 0) byClient.delete(client);
      else byClient.set(client, rest);
    };
    ended.addEventListener('abort', release, { once: true });
    return true;
  };
}
