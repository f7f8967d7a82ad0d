import 'server-only';
import type { Result } from '@/lib/domain/result';
import type { BackendError } from './backend-client';

/**
 * The lifetime of a response in milliseconds, and the maximum number of responses: partners rarely change their settings, payments come and
 * go.
 */
const maxAge = 30_000;
const maxEntries = 2_000;

/** Responses of a read, never promises: a promise would retain the request that created it. */
export type CachedResponses<Value> = Map<
  string,
  { readonly readAt: number; readonly response: Result<Value, BackendError> }
>;

/** A temporary failure of the backend or the connection, which does not depend on the data that is read. */
const isTemporary = (error: BackendError) => error.kind === 'fault' || error.status >= 500;

/** Reads through a cache. While the backend fails an older response is used, and the failure is not cached. */
export async function readCached<Value>(
  cache: CachedResponses<Value>,
  key: string,
  read: () => Promise<Result<Value, BackendError>>,
): Promise<Result<Value, BackendError>> {
  const cached = cache.get(key);
  const readAt = performance.now();
  if (cached !== undefined && readAt - cached.readAt < maxAge) return cached.response;

  const response = await read();
  if (!response.ok && isTemporary(response.error)) return cached?.response.ok ? cached.response : response;
  cache.delete(key);
  cache.set(key, { readAt, response });
  const [oldest] = cache.keys();
  if (cache.size > maxEntries && oldest !== undefined) cache.delete(oldest);
  return response;
}
