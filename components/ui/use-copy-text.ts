'use client';

import { useEffect, useState } from 'react';

/** Milliseconds for which the outcome of copying a text is shown. */
const shownFor = 3_000;

type CopyOutcome = 'copied' | 'refused';

/** Returns the outcome of copying a text to the clipboard just now, null if nothing was copied, and the function that copies it. */
export function useCopyText(text: string): readonly [outcome: CopyOutcome | null, copy: () => Promise<void>] {
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      // The browser refuses, or has no clipboard outside of a secure context.
      setOutcome('refused');
    }
  };
  return [outcome, copy];
}
