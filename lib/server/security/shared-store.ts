import 'server-only';
import type { Redis } from 'ioredis';
import { logProblem } from '../log';

/** What all processes of the site share: a Redis, or what speaks its protocol. */
export interface SharedStore {
  readonly client: Redis;
  close(): void;
}

/** Milliseconds: longer a payer does not wait for a count. */
const commandTimeout = 500;
const connectTimeout = 2_000;

/**
 * Connects to the store at `url` (`redis://`, `rediss://`). One that cannot be reached is tried again and again in the background; until
 * then its commands fail at once. The connection ends with the process.
 */
export async function connectSharedStore(url: string): Promise<SharedStore> {
  // Only where it is asked for is the client loaded at all.
  const { Redis: Client } = await import('ioredis');
  const client = new Client(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout,
    commandTimeout,
    retryStrategy: (times) => Math.min(times * 200, 5_000),
  });
  let isUnreachable = false;
  client.on('ready', () => (isUnreachable = false));
  client.on('error', () => {
    if (!isUnreachable) logProblem('shared-store.unreachable', {});
    isUnreachable = true;
  });
  const close = () => {
    process.off('exit', close);
    client.disconnect();
  };
  process.once('exit', close);
  await client.connect().catch(() => undefined);
  return { client, close };
}
