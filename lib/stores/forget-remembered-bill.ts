/** The session storage key of the bill that was found for the remembered account. */
export const rememberedBillStorageKey = 'ebill.remembered-bill';

/** Deletes what was found: the payer goes to a bill or its payment, after which it may be out of date. */
export function forgetRememberedBill(): void {
  try {
    window.sessionStorage.removeItem(rememberedBillStorageKey);
  } catch {
    // Storage may be refused: then nothing was stored.
  }
}
