import type { IncomingMessage } from 'node:http';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import type { Rejection } from './request-validation';

/** Destinations of requests that load a document (Fetch standard, section 2.2.5), or that a script makes. */
const documentDestinations = new Set(['document', 'iframe', 'frame', 'fencedframe', 'object', 'embed', 'empty', '']);

export const notDocument: Rejection = { status: 400, reason: 'This address is a page.' };

/**
 * Returns whether a request loads a page that counts for a rate limit of its visitor as a part of another page, such as an image. Any site that
 * the visitor has open could use up the limit that way. Browsers send the header, and no page can change it.
 */
export function loadsPageAsPart(request: IncomingMessage, path: string): boolean {
  if (path !== '/pay/direct/ebill' && !isResultRoute(path)) return false;
  return !documentDestinations.has(String(request.headers['sec-fetch-dest'] ?? ''));
}
