import 'server-only';
import { autoDebitMandate } from '@/lib/contract/auto-debit';
import { parseRefid } from '@/lib/domain/payment/references';
import { routes } from '@/lib/routes';
import { parseCancelToken } from '../auto-debit/cancel-token';
import { callBackend } from '../backend/backend-client';
import { readClientAddress } from '../security/rate-limited-read';
import { consumeRateLimits } from '../security/rate-limits';

/** Why the page of a link cannot show what it is for. */
export type LinkRefusal = { readonly status: 404 } | { readonly status: 429; readonly retryAfter: number };

/** A parameter that is named more than once has no value, as for the page. */
function readParameter(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

interface OpenedLink {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly requestId: string;
}

/**
 * Returns why a link is refused: one that cancels auto debit is not known, or too many direct links were opened from an address. A page cannot
 * set its status, so the middleware does; the page shows the words. Null: the page decides. `retryAfter` in seconds.
 */
export async function findLinkRefusal({ path, query, headers, requestId }: OpenedLink): Promise<LinkRefusal | null> {
  if (path === routes.cancelAutoDebit) {
    const token = parseCancelToken(readParameter(query, 'token'));
    if (token === undefined) return { status: 404 };
    const mandate = await callBackend(autoDebitMandate, { token }, { requestId });
    const isUnknown = !mandate.ok && mandate.error.kind === 'problem' && mandate.error.code === 'unknown-mandate';
    return isUnknown ? { status: 404 } : null;
  }
  if (path !== routes.directBill || parseRefid(readParameter(query, 'refid')) === undefined) return null;
  const counted = await consumeRateLimits([{ limit: 'linkViewsByAddress', key: readClientAddress(headers) }]);
  return counted.ok ? null : { status: 429, retryAfter: counted.error.retryAfter };
}
