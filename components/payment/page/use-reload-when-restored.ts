'use client';

import { useEffect, useEffectEvent } from 'react';

/** Reloads a page restored from the back/forward cache, whose payment state may be outdated. `before` is called first. */
export function useReloadWhenRestored(before?: () => void): void {
  const prepare = useEffectEvent(() => before?.());

  useEffect(() => {
    function reload({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      prepare();
      window.location.reload();
    }
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, []);
}
