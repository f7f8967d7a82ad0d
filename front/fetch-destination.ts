import type { IncomingMessage } from 'node:http';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import type { Rejection } from './request-validation';

/** Destinations of requests that load a document (Fetch standard, section 2.2.5). `object` and `embed` load one unseen; no partner uses them. */
const documentDestinations = new Set(['document', 'iframe', 'frame', 'fencedframe', '']);

/** The pages of links that count for a limit, and the PDF of a receipt. */
const linkPages: readonly string[] = ['/pay/direct/ebill', '/pay/shared', '/receipt', '/api/receipt/pdf'];

const frames: readonly string[] = ['iframe', 'frame', 'fencedframe'];

export const notDocument: Rejection = { status: 400, reason: 'This address is a page.' };

/**
 * Returns whether a request loads a page that counts for a rate limit of its visitor as a part of another page, such as an image, or by
 * a script of another site. Any site that the visitor has open could use up the limit that way. Browsers send the header, and no page can change it.
 */
export function loadsPageAsPart(request: IncomingMessage, path: string): boolean {
  if (!linkPages.includes(path) && !isResultRoute(path)) return false;
  const destination = String(request.headers['sec-fetch-dest'] ?? '');
  // A script's request: our own router makes some.
  if (destination === 'empty') return request.headers['sec-fetch-site'] !== 'same-origin';
  // Nobody may frame the page of a link, and a hidden frame of any site would count.
  if (linkPages.includes(path) && frames.includes(destination)) return true;
  return !documentDestinations.has(destination);
}
