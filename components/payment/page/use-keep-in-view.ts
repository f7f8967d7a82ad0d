'use client';

import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps a radio row in view when the payer chooses it and the panel of another row above it closes. A tapped row stays in its place, unless the first
 * fields of its own panel would be below the window: the scroll margin of the row in globals.css reserves their height. Scroll anchoring does not help,
 * because the anchor itself closes. The layout is read once, after the choice has rendered.
 */
export function useKeepInView(isChosen: boolean) {
  const ref = useRef<HTMLLabelElement>(null);
  const tappedAt = useRef<number | null>(null);
  const wasChosenHere = useRef(false);

  useLayoutEffect(() => {
    const row = ref.current;
    if (!isChosen || !wasChosenHere.current || row === null) return;
    const before = tappedAt.current;
    tappedAt.current = null;
    wasChosenHere.current = false;
    if (before !== null) window.scrollBy({ top: row.getBoundingClientRect().top - before, behavior: 'instant' });
    row.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);

  return {
    ref,
    onPointerDown: () => {
      tappedAt.current = ref.current?.getBoundingClientRect().top ?? null;
    },
    /** The payer has chosen the row. */
    onChosen: () => {
      wasChosenHere.current = true;
    },
  };
}
