'use client';

import { useEffect, useEffectEvent } from 'react';

/** Milliseconds between polls: at first, and after `laterAfter`. */
const firstInterval = 2_500;
const laterInterval = 15_000;
const laterAfter = 10 * 60_000;

async function readStatus(statusUrl: string): Promise<object | null> {
  const response = await fetch(statusUrl, { cache: 'no-store', headers: { accept: 'application/json' } });
  if (!response.ok) return null;
  const body: unknown = await response.json();
  return typeof body === 'object' ? body : null;
}

/**
 * Polls a payment's status until `onStatus` returns true. A hidden page does not poll; it polls at once when it becomes visible. A failed poll
 * is repeated, at once when the browser is online again. Without a URL nothing is polled. `leastInterval`: milliseconds between polls at least.
 */
export function usePaymentStatus(
  statusUrl: string | null,
  onStatus: (status: object) => boolean,
  leastInterval = firstInterval,
): void {
  const handleStatus = useEffectEvent(onStatus);

  useEffect(() => {
    if (statusUrl === null) return undefined;
    const url = statusUrl;
    const startedAt = performance.now();
    let timer: number | undefined;
    let isDone = false;

    function schedule() {
      window.clearTimeout(timer);
      const interval = performance.now() - startedAt < laterAfter ? firstInterval : laterInterval;
      if (!isDone) timer = window.setTimeout(() => void poll(), Math.max(interval, leastInterval));
    }

    async function poll() {
      if (document.visibilityState === 'visible') {
        const status = await readStatus(url).catch(() => null);
        if (isDone) return;
        isDone = status !== null && handleStatus(status);
      }
      schedule();
    }

    function pollWhenVisible() {
      if (document.visibilityState === 'visible') void poll();
    }

    schedule();
    window.addEventListener('online', pollWhenVisible);
    document.addEventListener('visibilitychange', pollWhenVisible);
    return () => {
      isDone = true;
      window.clearTimeout(timer);
      window.removeEventListener('online', pollWhenVisible);
      document.removeEventListener('visibilitychange', pollWhenVisible);
    };
  }, [statusUrl, leastInterval]);
}
