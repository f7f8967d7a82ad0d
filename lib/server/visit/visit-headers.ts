import 'server-only';
import { headers } from 'next/headers';

/** Request headers that our own front and middleware set; the front drops them from external requests. */
export const requestIdHeader = 'x-ebill-request-id';
export const pathHeader = 'x-ebill-path';
/** The query string with its `?`, or empty. */
export const searchHeader = 'x-ebill-search';
export const nonceHeader = 'x-nonce';
export const clientAddressHeader = 'x-ebill-client-address';

/** Returns the request id, which is in the logs of both servers. */
export async function readRequestId(): Promise<string | null> {
  return (await headers()).get(requestIdHeader);
}

/** Returns the nonce of this document's scripts and styles. */
export async function readNonce(): Promise<string | undefined> {
  return (await headers()).get(nonceHeader) ?? undefined;
}

/** Returns the URL that the payer sees: its path, and its query string with the `?`. */
export async function readVisitedAddress(): Promise<{ readonly path: string; readonly search: string }> {
  const sent = await headers();
  return { path: sent.get(pathHeader) ?? '/', search: sent.get(searchHeader) ?? '' };
}
