import 'server-only';
import type { Redis } from 'ioredis';
import { logProblem } from '../log';

/** The store that all processes of the site share: Redis, or a server with its protocol. */
export interface SharedStore {
  readonly client: Redis;
  close(): void;
}

/** Milliseconds: the maximum wait for a count. */
const commandTimeout = 500;
const connectTimeout = 2_000;

/**
 * Connects to the store at `url` (`redis://`, `rediss://`). It reconnects in the background; while the store is unreachable, commands fail
 * immediately. The connection ends with the process.
 */
export async function connectSharedStore(url: string): Promise<SharedStore> {
  // The client is loaded only if it is needed.
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
