'use client';

import { useCallback } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { IslandWords } from '@/lib/i18n/form-words';
import type { CardOffer } from './auto-debit-card-enhancement';

interface AutoDebitCardEnhancerProps {
  readonly formId: string;
  readonly offer: CardOffer;
  readonly words: IslandWords;
}

/** Makes the form of the card kinder when it is first touched. */
export function AutoDebitCardEnhancer({ formId, offer, words }: AutoDebitCardEnhancerProps) {
  const load = useCallback(async () => {
    const { enhanceAutoDebitCard } = await import('./auto-debit-card-enhancement');
    return (form: HTMLFormElement) => enhanceAutoDebitCard(form, offer, words);
  }, [offer, words]);
  return <FormEnhancer formId={formId} load={load} />;
}
