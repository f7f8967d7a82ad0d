'use client';

import { useEffect, useEffectEvent } from 'react';
import { useFormMethods } from '@/components/forms/use-form-methods';

function isBackForwardNavigation(): boolean {
  // jsdom has no navigation timing.
  const entries = performance.getEntriesByType?.('navigation') ?? [];
  return entries.some((entry) => 'type' in entry && entry.type === 'back_forward');
}

/**
 * Empties the card fields of the `<Form>` when the browser returns to the page and restores its input, so that the next user of the device
 * finds no card. Returns a function that empties them at any other time.
 */
export function useClearCardFields(names: readonly string[]): () => void {
  const { resetField } = useFormMethods();

  function clear() {
    for (const name of names) resetField(name, { defaultValue: '' });
  }
  const clearRestored = useEffectEvent(clear);

  useEffect(() => {
    function clearAfterRestore({ persisted }: PageTransitionEvent) {
      if (persisted || isBackForwardNavigation()) clearRestored();
    }
    // The browser restores input between the load event and `pageshow`, which can be before or after hydration.
    if (document.readyState === 'complete' && isBackForwardNavigation()) clearRestored();
    window.addEventListener('pageshow', clearAfterRestore);
    return () => window.removeEventListener('pageshow', clearAfterRestore);
  }, []);

  return clear;
}
