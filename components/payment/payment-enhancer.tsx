'use client';

import { useCallback, useEffect } from 'react';
import { FormEnhancer } from '@/components/ui/form-enhancer';
import type { IslandWords } from '@/lib/i18n/form-words';
import { rememberedUserKey } from '@/lib/stores/remembered-user-key';
import { clearCardFields } from './clear-card-fields';
import type { PaymentOffer } from './payment-enhancement';

interface PaymentEnhancerProps {
  readonly formId: string;
  readonly offer: PaymentOffer;
  readonly words: IslandWords;
}

/** Looks without the code that reads it, which only a payer who is remembered needs at once. */
function hasRememberedUser(): boolean {
  try {
    return window.localStorage.getItem(rememberedUserKey) !== null;
  } catch {
    return false;
  }
}

function cameBack(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return visit instanceof PerformanceNavigationTiming && visit.type === 'back_forward';
}

/** Makes the form that pays kinder when it is first touched, and fills in at once what this device remembers of the payer. */
export function PaymentEnhancer({ formId, offer, words }: PaymentEnhancerProps) {
  const load = useCallback(async () => {
    const { enhancePayment } = await import('./payment-enhancement');
    return (form: HTMLFormElement) => enhancePayment(form, { offer, words });
  }, [offer, words]);

  useEffect(() => {
    if (cameBack()) clearCardFields(document.getElementById(formId));
    // A page that the back button brings to life again may be long past its state: the server says where the payment stands now.
    function askAgain({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      clearCardFields(document.getElementById(formId));
      window.location.reload();
    }
    window.addEventListener('pageshow', askAgain);
    return () => window.removeEventListener('pageshow', askAgain);
  }, [formId]);

  useEffect(() => {
    if (hasRememberedUser()) void import('./fill-remembered').then(({ fillRemembered }) => fillRemembered(formId));
  }, [formId]);

  return <FormEnhancer formId={formId} load={load} />;
}
