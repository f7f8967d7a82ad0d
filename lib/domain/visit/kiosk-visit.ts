/**
 * Returns whether a page is shown at a kiosk, where no link may leave the payment: a refid that starts with KWEB or a paymentId that starts
 * with KK. Such a page has no FAQ and Terms links and no security logo. Specification, section 2, Layout ("embedded contexts").
 *
 * @param search the query string of the URL, with or without `?`
 */
export function isKioskVisit(search: string): boolean {
  const query = new URLSearchParams(search);
  return (
    query.getAll('refid').some((refid) => refid.startsWith('KWEB')) ||
    query.getAll('paymentId').some((paymentId) => paymentId.startsWith('KK'))
  );
}
