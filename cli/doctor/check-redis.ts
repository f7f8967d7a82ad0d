import { Redis } from 'ioredis';
import { checkTimeoutMs, reportError, reportOk, type Finding } from './finding';

/** Checks the Redis of the site's shared rate limits. No finding contains its URL, which may have a password. */
export async function checkRedis(url: string): Promise<Finding> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: checkTimeoutMs,
    commandTimeout: checkTimeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return reportOk('Redis', 'responds');
  } catch {
    return reportError(
      'Redis',
      'does not respond at REDIS_URL, or rejects the password: until it does, each process counts separately',
    );
  } finally {
    client.disconnect();
  }
}
