'use client';

import { useCallback } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { IslandWords } from '@/lib/i18n/form-words';

/** Makes the form of the PIN kinder when it is first touched. */
export function PinEnhancer({ formId, words }: { readonly formId: string; readonly words: IslandWords }) {
  const load = useCallback(async () => {
    const { enhancePinForm } = await import('./pin-enhancement');
    return (form: HTMLFormElement) => enhancePinForm(form, words);
  }, [words]);
  return <FormEnhancer formId={formId} load={load} />;
}
