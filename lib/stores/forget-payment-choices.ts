/** Returns the key of session storage under which this browser keeps what was chosen on a payment's page. */
export function paymentStorageKey(refid: string): string {
  return `ebill.payment.${refid}`;
}

/** Removes what was chosen on a payment's page from this browser. Where storage is refused nothing was kept. */
export function forgetPaymentChoices(refid: string): void {
  try {
    window.sessionStorage.removeItem(paymentStorageKey(refid));
  } catch {
    // Private windows and embedded views refuse storage.
  }
}
