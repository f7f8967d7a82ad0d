import { createHash, timingSafeEqual } from 'node:crypto';
import type { Services } from '../services';

const purpose = 'auto-debit-cancellation';

type Signing = Pick<Services, 'encryption'>;

/**
 * Makes the token of the link by which the payer cancels a registration: the reference of its mandate, which its biller knows too, signed by us.
 * It is good for this registration only, and as long as that lives. Security, row 52.
 */
export function makeCancelToken({ encryption }: Signing, mandate: string): string {
  return `${mandate}.${encryption.digest(mandate, purpose)}`;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns the reference of the mandate that a token was made for; null for any other text. */
export function readCancelToken(signing: Signing, token: string): string | null {
  const [mandate = ''] = token.split('.', 1);
  const isOurs = timingSafeEqual(digestOf(token), digestOf(makeCancelToken(signing, mandate)));
  return isOurs ? mandate : null;
}

/** Returns the link that the payer is sent. */
export function makeCancelLink(services: Pick<Services, 'encryption' | 'publicOrigin'>, mandate: string): string {
  const link = new URL('/ulm/autodebit/cancel', services.publicOrigin);
  link.searchParams.set('token', makeCancelToken(services, mandate));
  return link.href;
}
