'use client';

import type { ReactNode } from 'react';
import { useConsent } from './consent-context';

/** Shows what is inside until the payer has answered. */
export function ConsentPending({ children }: { readonly children: ReactNode }) {
  return useConsent().consent === 'unasked' ? children : null;
}
