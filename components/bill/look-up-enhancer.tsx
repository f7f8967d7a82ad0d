'use client';

import { useCallback, useEffect } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { IslandWords } from '@/lib/i18n/form-words';
import { rememberedUserKey } from '@/lib/stores/remembered-user-key';

/** Looks without the code that reads it, which only a payer who has asked for it needs at once. */
function remembersAccount(): boolean {
  try {
    return window.localStorage.getItem(rememberedUserKey)?.includes('"rememberedAccount":"') ?? false;
  } catch {
    return false;
  }
}

/** Makes the look-up form kinder when it is first touched, and fills in at once the account number that this device remembers. */
export function LookUpEnhancer({ formId, words }: { readonly formId: string; readonly words: IslandWords }) {
  const load = useCallback(async () => {
    const { enhanceLookUp } = await import('./look-up-enhancement');
    return (form: HTMLFormElement) => enhanceLookUp(form, words);
  }, [words]);

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement) || !remembersAccount()) return;
    void import('./remembered-account').then(({ fillRememberedAccount }) => fillRememberedAccount(form));
  }, [formId]);

  return <FormEnhancer formId={formId} load={load} />;
}
