import type { Services } from '../services';
import { makeLink, makeLinkToken, readLinkToken } from '../signed-links';

const purpose = 'auto-debit-cancellation';

type Signing = Pick<Services, 'encryption'>;

/**
 * Makes the token of the link by which the payer cancels a registration: the reference of its mandate, which its biller knows too, signed by us.
 * It is good for this registration only, and as long as that lives. Security, row 52.
 */
export function makeCancelToken(services: Signing, mandate: string): string {
  return makeLinkToken(services, purpose, mandate);
}

/** Returns the reference of the mandate that a token was made for; null for any other text. */
export function readCancelToken(services: Signing, token: string): string | null {
  return readLinkToken(services, purpose, token);
}

/** Returns the link that the payer is sent. */
export function makeCancelLink(services: Pick<Services, 'encryption' | 'publicOrigin'>, mandate: string): string {
  return makeLink(services, '/ulm/autodebit/cancel', makeCancelToken(services, mandate));
}
