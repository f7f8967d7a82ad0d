'use client';

import { usePaymentStatus } from './use-payment-status';

interface PaymentStatusPollerProps {
  /** The outcomes, or other states of the status, that need no reload. */
  readonly currentOutcomes: readonly string[];
  readonly statusUrl: string;
}

/** Polls a payment's status until it changes, then reloads the document, because each outcome has its own CSP. */
export function PaymentStatusPoller({ currentOutcomes, statusUrl }: PaymentStatusPollerProps) {
  usePaymentStatus(statusUrl, (body) => {
    const outcome = 'status' in body ? body.status : null;
    if (outcome === null || currentOutcomes.some((current) => current === outcome)) return false;
    // Once: a second reload would abort a slow first one.
    window.location.reload();
    return true;
  });
  return null;
}
