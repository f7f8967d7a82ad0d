'use client';

import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds between polls: at first, and after `laterAfter`. */
const firstInterval = 2_500;
const laterInterval = 15_000;
const laterAfter = 10 * 60_000;

/** Failed polls in a row after which the payer is told, unless the browser itself knows that it is offline. */
const failuresUntilOffline = 2;

async function readStatus(statusUrl: string): Promise<object | null> {
  const response = await fetch(statusUrl, { cache: 'no-store', headers: { accept: 'application/json' } });
  if (!response.ok) return null;
  const body: unknown = await response.json();
  return typeof body === 'object' ? body : null;
}

/**
 * Polls a payment's status until `onStatus` returns true. A hidden page does not poll; it polls at once when it becomes visible. A failed poll
 * is repeated, at once when the browser is online again. Without a URL nothing is polled. `leastInterval`: milliseconds between polls at least.
 * Returns whether the browser went offline or the last polls got no response: until one gets a response.
 */
export function usePaymentStatus(
  statusUrl: string | null,
  onStatus: (status: object) => boolean,
  leastInterval = firstInterval,
): boolean {
  const handleStatus = useEffectEvent(onStatus);
  const [isOffline, setOffline] = useState(false);

  useEffect(() => {
    if (statusUrl === null) return undefined;
    const url = statusUrl;
    const startedAt = performance.now();
    let timer: number | undefined;
    let isDone = false;
    let failures = 0;

    function schedule() {
      window.clearTimeout(timer);
      const interval = performance.now() - startedAt < laterAfter ? firstInterval : laterInterval;
      if (!isDone) timer = window.setTimeout(() => void poll(), Math.max(interval, leastInterval));
    }

    async function poll() {
      if (document.visibilityState === 'visible') {
        const status = await readStatus(url).catch(() => {
          failures += 1;
          return undefined;
        });
        if (isDone) return;
        if (status !== undefined) failures = 0;
        setOffline(failures >= (navigator.onLine ? failuresUntilOffline : 1));
        isDone = status !== null && status !== undefined && handleStatus(status);
      }
      schedule();
    }

    function pollWhenVisible() {
      if (document.visibilityState === 'visible') void poll();
    }

    const sayOffline = () => setOffline(true);

    schedule();
    window.addEventListener('online', pollWhenVisible);
    window.addEventListener('offline', sayOffline);
    document.addEventListener('visibilitychange', pollWhenVisible);
    return () => {
      isDone = true;
      window.clearTimeout(timer);
      window.removeEventListener('online', pollWhenVisible);
      window.removeEventListener('offline', sayOffline);
      document.removeEventListener('visibilitychange', pollWhenVisible);
    };
  }, [statusUrl, leastInterval]);

  return isOffline;
}
