'use client';

import { useEffect } from 'react';
import type { Outcome } from '@/lib/domain/payment/outcomes';

/** Milliseconds between polls: at first, and after `laterAfter`. */
const firstInterval = 2_500;
const laterInterval = 15_000;
const laterAfter = 10 * 60_000;

interface PaymentStatusPollerProps {
  /** The outcomes that need no reload. */
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
 * Polls a payment's status until it changes, then reloads the document, because each outcome has its own CSP. A hidden page does not poll;
 * it polls at once when it becomes visible. A failed poll is repeated.
 */
export function PaymentStatusPoller({ currentOutcomes, statusUrl }: PaymentStatusPollerProps) {
  // A string, because each server render creates another array.
  const currentNames = currentOutcomes.join(' ');

  useEffect(() => {
    const startedAt = performance.now();
    const names = currentNames.split(' ');
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
  }, [currentNames, statusUrl]);

  return null;
}
