import { Redis } from 'ioredis';
import { bad, good, timeLimit, type Finding } from './finding';

/** Looks whether the Redis of the site's shared limits answers. Its address, which may hold a password, is in no finding. */
export async function checkRedis(url: string): Promise<Finding> {
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeLimit,
    commandTimeout: timeLimit,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return good('Redis', 'answers');
  } catch {
    return bad(
      'Redis',
      'does not answer at REDIS_URL, or refuses its password: each process counts for itself until it does',
    );
  } finally {
    client.disconnect();
  }
}
