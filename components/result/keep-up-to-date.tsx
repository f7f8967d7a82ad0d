'use client';

import { useEffect } from 'react';
import type { Outcome } from '@/lib/domain/outcomes';

/** Milliseconds between two questions; after a while an open page asks less often. */
const soon = 2_500;
const later = 15_000;
const patience = 10 * 60_000;

interface KeepUpToDateProps {
  /** The outcomes of which this screen has nothing new to say. */
  readonly unchanged: readonly Outcome[];
  readonly statusUrl: string;
}

async function readOutcome(statusUrl: string): Promise<unknown> {
  const answer = await fetch(statusUrl, { cache: 'no-store', headers: { accept: 'application/json' } });
  if (!answer.ok) return null;
  const body: unknown = await answer.json();
  return typeof body === 'object' && body !== null && 'status' in body ? body.status : null;
}

/**
 * Asks how a payment stands until it stands differently, then loads the page anew: what it may lead to, and what it runs, is said with a
 * document, by its policy. A hidden page does not ask; it does at once when it is seen again. A question without an answer changes nothing
 * and is asked again.
 */
export function KeepUpToDate({ unchanged, statusUrl }: KeepUpToDateProps) {
  // As a text: a list would be another one each time the server renders the screen anew.
  const names = unchanged.join(' ');

  useEffect(() => {
    const began = performance.now();
    const known = names.split(' ');
    let timer: number | undefined;
    let hasLeft = false;

    function askAgain() {
      window.clearTimeout(timer);
      if (!hasLeft) timer = window.setTimeout(() => void ask(), performance.now() - began < patience ? soon : later);
    }

    async function ask() {
      if (document.visibilityState === 'visible') {
        const now = await readOutcome(statusUrl).catch(() => null);
        if (hasLeft) return;
        if (now !== null && !known.some((outcome) => outcome === now)) {
          // Once: another reload would begin a slow one anew.
          hasLeft = true;
          window.location.reload();
        }
      }
      askAgain();
    }

    function askWhenSeen() {
      if (document.visibilityState === 'visible') void ask();
    }

    askAgain();
    document.addEventListener('visibilitychange', askWhenSeen);
    return () => {
      hasLeft = true;
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', askWhenSeen);
    };
  }, [names, statusUrl]);

  return null;
}
