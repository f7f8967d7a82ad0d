import type { AttemptOrder } from '../gateway';
import { referenceParameter } from './report';
import type { BillplzSettings } from './settings';

/** Billplz's maximum lengths, in characters. */
const longest = { description: 200, name: 255 } as const;

function truncate(text: string, length: number): string {
  return [...text].slice(0, length).join('');
}

/** Returns one of our URLs with the attempt's number. */
function withReference(url: string, { number }: AttemptOrder): string {
  return `${url}?${new URLSearchParams({ [referenceParameter]: number }).toString()}`;
}

/**
 * Builds the fields of a new bill (Billplz, V3, Create a Bill; Bypass Billplz Bill Page). The bank is selected by the first reference; the second
 * is the attempt's number, which an enquiry checks. We do not ask for the payer's name, which Billplz requires: it is taken from the e-mail
 * address.
 */
export function buildBill(
  { callbackUrl, collectionId, siteOrigin }: Pick<BillplzSettings, 'callbackUrl' | 'collectionId' | 'siteOrigin'>,
  order: AttemptOrder,
  bankId: string,
): Record<string, string> {
  const [localPart = ''] = order.payerEmail.split('@');
  return {
    collection_id: collectionId,
    email: order.payerEmail,
    name: truncate(localPart || order.number, longest.name),
    amount: String(order.amount),
    description: truncate(order.description || order.number, longest.description),
    callback_url: withReference(callbackUrl, order),
    redirect_url: withReference(`${siteOrigin}${order.resultRoute}`, order),
    reference_1_label: 'Bank Code',
    reference_1: bankId,
    reference_2: order.number,
  };
}
