'use client';

import { useCallback } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { IslandWords } from '@/lib/i18n/form-words';
import type { AskedOfMobile } from './mobile-enhancement';

interface MobileEnhancerProps {
  readonly formId: string;
  readonly asks: AskedOfMobile;
  readonly words: IslandWords;
}

/** Makes the forms of pay by mobile kinder when they are first touched. */
export function MobileEnhancer({ formId, asks, words }: MobileEnhancerProps) {
  const load = useCallback(async () => {
    const { enhanceMobileForm } = await import('./mobile-enhancement');
    return (form: HTMLFormElement) => enhanceMobileForm(form, asks, words);
  }, [asks, words]);
  return <FormEnhancer formId={formId} load={load} />;
}
