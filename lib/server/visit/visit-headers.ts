import 'server-only';
import { headers } from 'next/headers';
import { isKioskVisit } from '@/lib/domain/visit/kiosk-visit';
import { isFramedVisit } from './framed-visit';

/** Request headers that our own front and middleware set; the front drops them from external requests. */
export const requestIdHeader = 'x-ebill-request-id';
export const pathHeader = 'x-ebill-path';
/** The query string with its `?`, or empty. */
export const searchHeader = 'x-ebill-search';
export const nonceHeader = 'x-nonce';
/** Seconds until another direct link may be opened; set when this one is refused. */
export const linkRetryAfterHeader = 'x-ebill-link-retry-after';
/** The key of the partner whose theme the page has: of a receipt, whose URL names none. */
export const partnerHeader = 'x-ebill-partner';
export const clientAddressHeader = 'x-ebill-client-address';

/** Returns the request id, which is in the logs of both servers. */
export async function readRequestId(): Promise<string | null> {
  return (await headers()).get(requestIdHeader);
}

/** Returns the nonce of this document's scripts and styles. */
export async function readNonce(): Promise<string | undefined> {
  return (await headers()).get(nonceHeader) ?? undefined;
}

/** Returns the seconds until another direct link may be opened, null when this one is not refused. */
export async function readLinkRetryAfter(): Promise<number | null> {
  const seconds = (await headers()).get(linkRetryAfterHeader);
  return seconds === null ? null : Number(seconds);
}

/** Returns the key of the partner whose theme the page of a receipt has, null where it is the site's. */
export async function readReceiptPartner(): Promise<string | null> {
  return (await headers()).get(partnerHeader);
}

/** Returns the URL that the payer sees: its path, and its query string with the `?`. */
export async function readVisitedAddress(): Promise<{ readonly path: string; readonly search: string }> {
  const sent = await headers();
  return { path: sent.get(pathHeader) ?? '/', search: sent.get(searchHeader) ?? '' };
}

/** Returns whether the page is shown in a partner's frame. */
export async function readFramedVisit(): Promise<boolean> {
  return isFramedVisit(await headers());
}

/** Returns whether the page is shown at a kiosk, by the URL that the payer sees. */
export async function readKioskVisit(): Promise<boolean> {
  return isKioskVisit((await readVisitedAddress()).search);
}
