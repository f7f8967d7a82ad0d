'use client';

import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** Returns false on the server and while hydrating, true from then on: for what a page without scripts shows differently. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
