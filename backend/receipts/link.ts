import { addMilliseconds, dayMs } from '../clock';
import type { Services } from '../services';

/** What a link allows: its payer sees the receipt and names the company that paid, anybody else with whom the payer shares it only sees it. */
export type ReceiptAccess = 'payer' | 'viewer';

const purposes = {
  payer: 'receipt link',
  viewer: 'shared receipt link',
} as const satisfies Record<ReceiptAccess, string>;

type Sealing = Pick<Services, 'clock' | 'encryption' | 'receipts'>;

/** What the link to a receipt is for, and until when it opens it. */
export interface ReceiptLink {
  readonly refid: string;
  readonly validUntil: Date;
  readonly access: ReceiptAccess;
}

/**
 * Makes the token of a link to the receipt of a payment: its reference and the link's end, sealed, so that the link names nothing and opens
 * nothing else. Security, row 58.
 */
export function makeReceiptToken(
  { clock, encryption, receipts }: Sealing,
  refid: string,
  access: ReceiptAccess = 'payer',
): string {
  const validUntil = addMilliseconds(clock.now(), receipts.linkDays * dayMs);
  return encryption.encrypt(`${refid} ${validUntil.getTime()}`, purposes[access]);
}

/** Returns what a token with this access was made for; null for any other text. */
function openToken({ encryption }: Pick<Services, 'encryption'>, token: string, access: ReceiptAccess) {
  try {
    const [refid = '', validUntil = ''] = encryption.decrypt(token, purposes[access]).split(' ');
    return { refid, validUntil: new Date(Number(validUntil)), access };
  } catch {
    return null;
  }
}

/** Returns what a token was made for, even if its time is over; null for a text that we have not made. */
export function readReceiptToken(services: Pick<Services, 'encryption'>, token: string): ReceiptLink | null {
  // One spelling only: `decrypt` accepts a text without its version.
  if (!/^v1\.[\w-]+$/.test(token)) return null;
  return openToken(services, token, 'payer') ?? openToken(services, token, 'viewer');
}

/** Returns the link to the receipt of a payment, for messages to its payer. */
export function makeReceiptUrl(services: Sealing & Pick<Services, 'publicOrigin'>, refid: string): string {
  const url = new URL('/receipt', services.publicOrigin);
  url.searchParams.set('token', makeReceiptToken(services, refid));
  return url.href;
}
