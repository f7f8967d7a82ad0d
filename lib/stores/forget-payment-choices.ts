/** The session storage key of the choices of a payment under way. */
export function paymentStorageKey(refid: string): string {
  return `ebill.payment.${refid}`;
}

/** Deletes the choices of a payment that has ended. */
export function forgetPaymentChoices(refid: string): void {
  try {
    window.sessionStorage.removeItem(paymentStorageKey(refid));
  } catch {
    // Storage may be refused: then nothing was stored.
  }
}
