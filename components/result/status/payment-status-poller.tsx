'use client';

import { useEffect } from 'react';
import type { Outcome } from '@/lib/domain/payment/outcomes';

/** Milliseconds between two polls, at first and once the page has been open for a while. */
const firstInterval = 2_500;
const laterInterval = 15_000;
const laterAfter = 10 * 60_000;

interface PaymentStatusPollerProps {
  /** The outcomes that this screen shows already. */
  readonly currentOutcomes: readonly Outcome[];
  readonly statusUrl: string;
}

async function readOutcome(statusUrl: string): Promise<unknown> {
  const response = await fetch(statusUrl, { cache: 'no-store', headers: { accept: 'application/json' } });
  if (!response.ok) return null;
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null && 'status' in body ? body.status : null;
}

/**
 * Polls a payment's status until it changes, then reloads the document: what a page may lead to and load is said by the policy that comes
 * with it. A hidden page does not poll; it does at once when it is visible again. A poll without a response is repeated.
 */
export function PaymentStatusPoller({ currentOutcomes, statusUrl }: PaymentStatusPollerProps) {
  // A string, as the array is another one each time the server renders the screen.
  const shownNames = currentOutcomes.join(' ');

  useEffect(() => {
    const startedAt = performance.now();
    const names = shownNames.split(' ');
    let timer: number | undefined;
    let isDone = false;

    function schedule() {
      window.clearTimeout(timer);
      const interval = performance.now() - startedAt < laterAfter ? firstInterval : laterInterval;
      if (!isDone) timer = window.setTimeout(() => void poll(), interval);
    }

    async function poll() {
      if (document.visibilityState === 'visible') {
        const outcome = await readOutcome(statusUrl).catch(() => null);
        if (isDone) return;
        if (outcome !== null && !names.some((name) => name === outcome)) {
          // Once: a second reload would abort a slow first one.
          isDone = true;
          window.location.reload();
        }
      }
      schedule();
    }

    function pollWhenVisible() {
      if (document.visibilityState === 'visible') void poll();
    }

    schedule();
    document.addEventListener('visibilitychange', pollWhenVisible);
    return () => {
      isDone = true;
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', pollWhenVisible);
    };
  }, [shownNames, statusUrl]);

  return null;
}
