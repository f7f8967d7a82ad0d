'use client';

import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from '@/components/forms/use-form-context';

function isBackForwardNavigation(): boolean {
  // Not every environment has navigation timing, jsdom for one.
  const entries = performance.getEntriesByType?.('navigation') ?? [];
  return entries.some((entry) => 'type' in entry && entry.type === 'back_forward');
}

/**
 * Empties card fields of the `<Form>` around when the browser comes back to the page: it restores what was typed, and whoever uses the
 * device next must not find a card there. Returns a function that empties them at any other time.
 */
export function useClearCardFields(names: readonly string[]): () => void {
  const { resetField } = useFormContext();

  function clear() {
    for (const name of names) resetField(name, { defaultValue: '' });
  }
  const clearRestored = useEffectEvent(clear);

  useEffect(() => {
    function clearAfterRestore({ persisted }: PageTransitionEvent) {
      if (persisted) clearRestored();
    }
    if (isBackForwardNavigation()) clearRestored();
    window.addEventListener('pageshow', clearAfterRestore);
    return () => window.removeEventListener('pageshow', clearAfterRestore);
  }, []);

  return clear;
}
