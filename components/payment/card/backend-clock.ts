import { millisecondsOf } from '@/lib/domain/malaysia-time';

/** Returns a clock that goes on from the backend's time in the page, ISO 8601: it does not depend on the device's clock. */
export function createBackendClock(serverTime: string): () => string {
  const start = millisecondsOf(serverTime);
  return () => new Date(start + performance.now()).toISOString();
}
