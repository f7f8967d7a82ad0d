'use client';

import { useRef, type PointerEvent } from 'react';

/**
 * Keeps a row of choices in view when the payer chooses it, though what another choice had opened above it closes: tapped, it stays where it
 * was; reached by an arrow key, it is scrolled into view. Browsers hold on to what is at the top of the window, and that is what closes.
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
