import 'server-only';
import { autoDebitMandate } from '@/lib/contract/auto-debit';
import { continuationGet } from '@/lib/contract/continuation';
import { receiptGet } from '@/lib/contract/receipt';
import { reminderGet } from '@/lib/contract/reminders';
import { parseRefid } from '@/lib/domain/payment/references';
import type { Result } from '@/lib/domain/result';
import { routes } from '@/lib/routes';
import { parseLinkToken } from '../session/link-token';
import { callBackend, type BackendError } from '../backend/backend-client';
import { loadTheme, type PartnerTheme } from '../backend/theme';
import { readClientAddress } from '../security/rate-limited-read';
import { accountLimits, consumeRateLimits } from '../security/rate-limits';
import { readSharedBillToken } from '../session/shared-bill';
import { clientAddressHeader } from './visit-headers';

/** Why the page of a link cannot show what it is for. */
export type LinkRefusal = { readonly status: 404 | 410 } | { readonly status: 429; readonly retryAfter: number };

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

interface OpenedReceipt {
  readonly refusal: LinkRefusal | null;
  /** Of the partner that has issued the receipt; null: the biller has, or the link is refused. */
  readonly theme: PartnerTheme | null;
}

function refuseReceipt(refusal: LinkRefusal | null): OpenedReceipt {
  return { refusal, theme: null };
}

/** Opens the link of a receipt as `findLinkRefusal` does any other, and finds the theme of its page. Counts the view before the receipt is read. */
export async function openReceipt({ query, headers, requestId }: OpenedLink): Promise<OpenedReceipt> {
  const counted = await consumeRateLimits([{ limit: 'receiptsByAddress', key: readClientAddress(headers) }]);
  if (!counted.ok) return refuseReceipt({ status: 429, retryAfter: counted.error.retryAfter });
  const token = parseLinkToken(readParameter(query, 'token'));
  if (token === undefined) return refuseReceipt({ status: 404 });
  const receipt = await callBackend(receiptGet, { token }, { requestId });
  if (receipt.ok) {
    const { partnerKey } = receipt.value;
    const theme = partnerKey === null ? null : await loadTheme({ partnerKey });
    return { refusal: null, theme: theme?.ok ? theme.value : null };
  }
  if (receipt.error.kind !== 'problem') return refuseReceipt(null);
  if (receipt.error.code === 'unknown-receipt') return refuseReceipt({ status: 404 });
  return refuseReceipt(receipt.error.code === 'receipt-link-expired' ? { status: 410 } : null);
}

const continuationRefusals = { open: null, used: { status: 410 }, expired: { status: 410 } } as const;

/** A link that continues a payment: not known, used, or its time is over. */
async function findContinuationRefusal({ query, requestId }: OpenedLink): Promise<LinkRefusal | null> {
  const token = parseLinkToken(readParameter(query, 'token'));
  if (token === undefined) return { status: 404 };
  const loaded = await callBackend(continuationGet, { token }, { requestId });
  if (loaded.ok) return continuationRefusals[loaded.value.status];
  return loaded.error.kind === 'problem' && loaded.error.code === 'unknown-continuation' ? { status: 404 } : null;
}

/**
 * Counts a view of a shared bill, which reads the bill at the biller: by address, and as a look-up of its account and in all, which a page cannot
 * continue with a proof of work. Security, row 62.
 */
async function findSharedBillRefusal({ query, headers }: OpenedLink): Promise<LinkRefusal | null> {
  const viewed = await consumeRateLimits([{ limit: 'linkViewsByAddress', key: readClientAddress(headers) }]);
  if (!viewed.ok) return { status: 429, retryAfter: viewed.error.retryAfter };
  const accountNumber = await readSharedBillToken(parseLinkToken(readParameter(query, 'token')));
  if (accountNumber === null) return { status: 404 };
  const visit = { clientAddress: headers.get(clientAddressHeader) ?? 'unknown', hasScripts: false };
  const lookedUp = await consumeRateLimits([
    ...accountLimits(accountNumber, visit),
    { limit: 'lookupsHardLimit', key: 'all' },
  ]);
  return lookedUp.ok ? null : { status: 429, retryAfter: lookedUp.error.retryAfter };
}

type ReadLink = (token: string, requestId: string) => Promise<Result<{ readonly state: string }, BackendError>>;

/** The pages of links with a button, and how what they are for is read. */
const buttonPages: ReadonlyMap<string, ReadLink> = new Map<string, ReadLink>([
  [routes.cancelAutoDebit, (token, requestId) => callBackend(autoDebitMandate, { token }, { requestId })],
  [routes.confirmReminder, (token, requestId) => callBackend(reminderGet, { token }, { requestId })],
  [routes.stopReminder, (token, requestId) => callBackend(reminderGet, { token }, { requestId })],
]);

/**
 * Returns why a link is refused: one to a shared bill, or one that cancels auto debit, continues a payment or is about reminders, is not
 * known or expired, or too many bills were opened from an address. A page cannot set its status, so the middleware does; the page shows the
 * words. Null: the page decides.
 * `retryAfter` in seconds.
 */
export async function findLinkRefusal(link: OpenedLink): Promise<LinkRefusal | null> {
  const { path, query, headers, requestId } = link;
  if (path === routes.sharedBill) return findSharedBillRefusal(link);
  const readLink = buttonPages.get(path);
  if (readLink !== undefined) {
    const token = parseLinkToken(readParameter(query, 'token'));
    if (token === undefined) return { status: 404 };
    const linked = await readLink(token, requestId);
    const isExpired = linked.ok && path === routes.confirmReminder && linked.value.state === 'expired';
    if (linked.ok) return isExpired ? { status: 410 } : null;
    return linked.error.kind === 'problem' && linked.error.status === 404 ? { status: 404 } : null;
  }
  if (path === routes.continuation) return findContinuationRefusal(link);
  if (path !== routes.directBill || parseRefid(readParameter(query, 'refid')) === undefined) return null;
  const counted = await consumeRateLimits([{ limit: 'linkViewsByAddress', key: readClientAddress(headers) }]);
  return counted.ok ? null : { status: 429, retryAfter: counted.error.retryAfter };
}
