import { toMilliseconds } from '@/lib/domain/malaysia-time';

/** Creates a clock that continues from the backend's time (ISO 8601), independent of the device's clock. */
export function createBackendClock(serverTime: string): () => string {
  const start = toMilliseconds(serverTime);
  return () => new Date(start + performance.now()).toISOString();
}
