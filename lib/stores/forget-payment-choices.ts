/** Where the choices of a payment under way are in session storage. */
export function paymentStorageKey(refid: string): string {
  return `ebill.payment.${refid}`;
}

/** Forgets the choices of a payment that has ended. */
export function forgetPaymentChoices(refid: string): void {
  try {
    window.sessionStorage.removeItem(paymentStorageKey(refid));
  } catch {
    // Storage may be refused: then nothing was kept.
  }
}
