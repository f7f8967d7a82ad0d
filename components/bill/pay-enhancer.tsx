'use client';

import { useCallback } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { AmountLimits } from '@/lib/domain/amount-limits';
import type { Bill } from '@/lib/domain/bill';
import type { IslandWords } from '@/lib/i18n/form-words';

interface PayEnhancerProps {
  readonly formId: string;
  readonly bill: Bill;
  readonly limits: AmountLimits;
  readonly words: IslandWords;
}

/** Makes the form that pays a bill kinder when it is first touched. */
export function PayEnhancer({ formId, bill, limits, words }: PayEnhancerProps) {
  const load = useCallback(async () => {
    const { enhancePay } = await import('./pay-enhancement');
    return (form: HTMLFormElement) => enhancePay(form, { bill, limits, words });
  }, [bill, limits, words]);
  return <FormEnhancer formId={formId} load={load} />;
}
