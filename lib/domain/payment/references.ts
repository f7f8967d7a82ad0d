/**
 * References of payments in URLs. They are unguessable (130 random bits) and lower-case, so that only references of kiosk partners have the
 * prefixes of kiosk visits (`KWEB`, `KK`).
 */
const referencePattern = /^(?:KWEB|KK)?[a-z2-7]{26}$/;

declare const referenceBrand: unique symbol;

/** The `refid` of a payment or of a bill link. */
export type Refid = string & { readonly [referenceBrand]: 'refid' };
/** The `paymentId` of a payment, for its partner. */
export type PaymentId = string & { readonly [referenceBrand]: 'paymentId' };

export function isRefid(text: string): text is Refid {
  return referencePattern.test(text);
}

export function isPaymentId(text: string): text is PaymentId {
  return referencePattern.test(text);
}

/** Returns a `refid` that was given once and is well-formed; undefined for anything else. */
export function parseRefid(text: string | readonly string[] | undefined): Refid | undefined {
  return typeof text === 'string' && isRefid(text) ? text : undefined;
}

/** The references of a payment that a URL may contain. */
export type PaymentReference =
  | { readonly refid: Refid; readonly paymentId?: undefined }
  | { readonly paymentId: PaymentId; readonly refid?: undefined };

/** The query string of a page: a name may be missing, or given several times. */
export type ReferenceQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Returns the payment's reference in a query: its `refid`, else its `paymentId`. Null if there is none, if it is repeated, or if it is
 * malformed.
 */
export function readPaymentReference(query: ReferenceQuery): PaymentReference | null {
  const { refid, paymentId } = query;
  if (refid !== undefined) return typeof refid === 'string' && isRefid(refid) ? { refid } : null;
  return typeof paymentId === 'string' && isPaymentId(paymentId) ? { paymentId } : null;
}
