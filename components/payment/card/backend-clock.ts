import { toMilliseconds } from '@/lib/domain/malaysia-time';

/** Returns a clock that goes on from the backend's time in the page, ISO 8601: it does not depend on the device's clock. */
export function makeBackendClock(serverTime: string): () => string {
  const start = toMilliseconds(serverTime);
  return () => new Date(start + performance.now()).toISOString();
}
