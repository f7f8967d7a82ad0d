import { billDraftStorageKey } from './bill-draft';

/** The session storage key of the choices of a payment under way. */
export function paymentStorageKey(refid: string): string {
  return `ebill.payment.${refid}`;
}

/** Deletes the choices of a payment that has ended, and what was typed for its bill. */
export function forgetPaymentChoices(refid: string): void {
  try {
    window.sessionStorage.removeItem(paymentStorageKey(refid));
    window.sessionStorage.removeItem(billDraftStorageKey);
  } catch {
    // Storage may be refused: then nothing was stored.
  }
}
