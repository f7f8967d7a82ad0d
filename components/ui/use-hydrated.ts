'use client';

import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** Returns false on the server and during hydration, then true: for content that differs without scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
