'use client';

import { useEffect } from 'react';
import { forgetPaymentChoices } from '@/lib/stores/forget-payment-choices';

/** Removes the stored choices of an ended payment. */
export function ForgetPaymentChoices({ refid }: { readonly refid: string }) {
  useEffect(() => forgetPaymentChoices(refid), [refid]);
  return null;
}
