/** How the `refid` of each payment at a kiosk starts. */
export const kioskReferencePrefix = 'KWEB';

/**
 * Returns whether a page is shown at a kiosk, where no link may leave the payment: a refid that starts with KWEB or a paymentId that starts
 * with KK. Such a page has no FAQ and Terms links and no security logo. Specification, section 2, Layout ("embedded contexts").
 *
 * @param search the query string of the URL, with or without `?`
 */
export function isKioskVisit(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.getAll('refid').some(isKioskReference) || query.getAll('paymentId').some(isKioskPaymentId);
}

/** Whether a payment belongs to a kiosk, whose device many payers share, by its `refid`. */
export function isKioskReference(refid: string): boolean {
  return refid.startsWith(kioskReferencePrefix);
}

/** Whether a payment belongs to a kiosk, by its `paymentId`. */
export function isKioskPaymentId(paymentId: string): boolean {
  return paymentId.startsWith('KK');
}
