'use client';

import { useEffect, useState } from 'react';

/** Milliseconds for which the outcome of copying a text is said. */
const saidFor = 3_000;

interface CopyLabels {
  readonly copied: string;
  /** The browser refused to copy: how to have the text all the same. */
  readonly refused: string;
}

/** Returns what is said of copying a text just now, empty if nothing was copied, and the function that copies it to the clipboard. */
export function useCopyText(text: string, labels: CopyLabels): readonly [said: string, copy: () => Promise<void>] {
  const [outcome, setOutcome] = useState<keyof CopyLabels | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), saidFor);
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
  return [outcome === null ? '' : labels[outcome], copy];
}
