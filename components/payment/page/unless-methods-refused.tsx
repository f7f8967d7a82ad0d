'use client';

import type { ReactNode } from 'react';
import { useFieldError } from '@/components/forms/fields/use-field';

/** A paragraph that is shown unless the choice of the method has an error: after too many cards, no other one is offered. */
export function UnlessMethodsRefused({ children }: { readonly children: ReactNode }) {
  return useFieldError('selectedPaymentMethod') === undefined ? <p>{children}</p> : null;
}
