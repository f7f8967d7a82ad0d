'use client';

import { useCallback } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { IslandWords } from '@/lib/i18n/form-words';

/** Makes the look-up form kinder when it is first touched. */
export function LookUpEnhancer({ formId, words }: { readonly formId: string; readonly words: IslandWords }) {
  const load = useCallback(async () => {
    const { enhanceLookUp } = await import('./look-up-enhancement');
    return (form: HTMLFormElement) => enhanceLookUp(form, words);
  }, [words]);
  return <FormEnhancer formId={formId} load={load} />;
}
