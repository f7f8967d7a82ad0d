'use client';

import { useRef, type PointerEvent } from 'react';

/**
 * Keeps a radio row in view when the payer chooses it and the panel of another row above it closes. A tapped row stays in its place; a row
 * reached with an arrow key is scrolled into view. Scroll anchoring does not help, because the anchor itself closes.
 */
export function useKeepInView() {
  const ref = useRef<HTMLDivElement>(null);
  const tappedAt = useRef<number | null>(null);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    tappedAt.current = event.currentTarget.getBoundingClientRect().top;
  }

  function keepInView() {
    const row = ref.current;
    const before = tappedAt.current;
    tappedAt.current = null;
    if (row === null) return;
    if (before === null) row.scrollIntoView({ block: 'nearest' });
    else window.scrollBy({ top: row.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  return { ref, onPointerDown, keepInView };
}
