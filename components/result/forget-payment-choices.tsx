'use client';

import { useEffect } from 'react';
import { forgetPaymentChoices } from '@/lib/stores/forget-payment-choices';

/** Removes the choices of a payment that has ended from this browser. */
export function ForgetPaymentChoices({ refid }: { readonly refid: string }) {
  useEffect(() => forgetPaymentChoices(refid), [refid]);
  return null;
}
