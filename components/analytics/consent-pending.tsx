'use client';

import type { ReactNode } from 'react';
import { useConsent } from './consent-context';

/** Renders its children until the payer has answered. */
export function ConsentPending({ children }: { readonly children: ReactNode }) {
  return useConsent().consent === 'unasked' ? children : null;
}
