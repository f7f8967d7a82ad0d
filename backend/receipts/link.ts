import { addMilliseconds, dayMs } from '../clock';
import type { Services } from '../services';

const purpose = 'receipt link';

type Sealing = Pick<Services, 'clock' | 'encryption' | 'receipts'>;

/** What the link to a receipt is for, and until when it opens it. */
export interface ReceiptLink {
  readonly refid: string;
  readonly validUntil: Date;
}

/**
 * Makes the token of a link to the receipt of a payment: its reference and the link's end, sealed, so that the link names nothing and opens
 * nothing else. Security, row 58.
 */
export function makeReceiptToken({ clock, encryption, receipts }: Sealing, refid: string): string {
  const validUntil = addMilliseconds(clock.now(), receipts.linkDays * dayMs);
  return encryption.encrypt(`${refid} ${validUntil.getTime()}`, purpose);
}

/** Returns what a token was made for, even if its time is over; null for a text that we have not made. */
export function readReceiptToken({ encryption }: Pick<Services, 'encryption'>, token: string): ReceiptLink | null {
  // One spelling only: `decrypt` accepts a text without its version.
  if (!/^v1\.[\w-]+$/.test(token)) return null;
  try {
    const [refid = '', validUntil = ''] = encryption.decrypt(token, purpose).split(' ');
    return { refid, validUntil: new Date(Number(validUntil)) };
  } catch {
    return null;
  }
}

/** Returns the link to the receipt of a payment, for messages to its payer. */
export function makeReceiptUrl(services: Sealing & Pick<Services, 'publicOrigin'>, refid: string): string {
  const url = new URL('/receipt', services.publicOrigin);
  url.searchParams.set('token', makeReceiptToken(services, refid));
  return url.href;
}
