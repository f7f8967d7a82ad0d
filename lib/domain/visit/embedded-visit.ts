/**
 * Returns whether a page is shown inside a kiosk or another product, where nothing may lead away: a refid that starts with KWEB or a
 * paymentId that starts with KK. Such a page has no FAQ and Terms links and no security logo. Specification, section 2, Layout.
 * Takes the query string of the URL, with or without its `?`.
 */
export function isEmbeddedVisit(search: string): boolean {
  const query = new URLSearchParams(search);
  return (
    query.getAll('refid').some((refid) => refid.startsWith('KWEB')) ||
    query.getAll('paymentId').some((paymentId) => paymentId.startsWith('KK'))
  );
}
