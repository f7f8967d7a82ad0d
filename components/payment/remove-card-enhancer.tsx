'use client';

import { useCallback } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { IslandWords } from '@/lib/i18n/form-words';

interface RemoveCardEnhancerProps {
  readonly formId: string;
  readonly uniqueCardId: string;
  readonly words: IslandWords;
}

/** Makes the question before a card goes kinder: a failure is said in place. */
export function RemoveCardEnhancer({ formId, uniqueCardId, words }: RemoveCardEnhancerProps) {
  const load = useCallback(async () => {
    const { enhanceRemoval } = await import('./remove-card-enhancement');
    return (form: HTMLFormElement) => enhanceRemoval(form, uniqueCardId, words);
  }, [uniqueCardId, words]);
  return <FormEnhancer formId={formId} load={load} />;
}
