import { createHash, timingSafeEqual } from 'node:crypto';
import type { Services } from './services';

type Signing = Pick<Services, 'encryption'>;

/** What the links of messages to payers do: a token that is signed for one is not good for another. */
export type LinkPurpose = 'auto-debit-cancellation' | 'bill-reminder-confirmation' | 'bill-reminder-stop';

/**
 * Makes the token of a link in a message: an unguessable subject, without a full stop, signed by us for one purpose. Security, rows 52 and 64.
 */
export function makeLinkToken({ encryption }: Signing, purpose: LinkPurpose, subject: string): string {
  return `${subject}.${encryption.digest(subject, purpose)}`;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns the subject that a token was made for; null for any other text. */
export function readLinkToken(signing: Signing, purpose: LinkPurpose, token: string): string | null {
  const [subject = ''] = token.split('.', 1);
  const isOurs = timingSafeEqual(digestOf(token), digestOf(makeLinkToken(signing, purpose, subject)));
  return isOurs ? subject : null;
}

/** Returns the address of a page with a token. */
export function makeLink({ publicOrigin }: Pick<Services, 'publicOrigin'>, path: string, token: string): string {
  const link = new URL(path, publicOrigin);
  link.searchParams.set('token', token);
  return link.href;
}
