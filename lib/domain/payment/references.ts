/**
 * Names of payments in URLs. They are unguessable (130 random bits) and lower-case, so that none begins with the prefixes by which
 * kiosk visits are known (`KWEB`, `KK`) unless its partner's references are made so.
 */
const referencePattern = /^(?:KWEB|KK)?[a-z2-7]{26}$/;

declare const referenceBrand: unique symbol;

/** The `refid` of a payment or of a bill link. */
export type Refid = string & { readonly [referenceBrand]: 'refid' };
/** The `paymentId` of a payment, by which its partner knows it. */
export type PaymentId = string & { readonly [referenceBrand]: 'paymentId' };

export function isRefid(text: string): text is Refid {
  return referencePattern.test(text);
}

export function isPaymentId(text: string): text is PaymentId {
  return referencePattern.test(text);
}

/** Returns a `refid` that was given once and in its form; undefined for anything else. */
export function parseRefid(text: string | readonly string[] | undefined): Refid | undefined {
  return typeof text === 'string' && isRefid(text) ? text : undefined;
}

/** What a URL may name a payment by. */
export type PaymentReference =
  | { readonly refid: Refid; readonly paymentId?: undefined }
  | { readonly paymentId: PaymentId; readonly refid?: undefined };

/** The query string of a page: a name may be missing, or given several times. */
export type ReferenceQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads which payment an address names: by `refid`, else by `paymentId`. Null when it names none, names one twice, or by something
 * that cannot be a reference.
 */
export function readPaymentReference(query: ReferenceQuery): PaymentReference | null {
  const { refid, paymentId } = query;
  if (refid !== undefined) return typeof refid === 'string' && isRefid(refid) ? { refid } : null;
  return typeof paymentId === 'string' && isPaymentId(paymentId) ? { paymentId } : null;
}
