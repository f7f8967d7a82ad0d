import type { Services } from '../services';
import { makeLink, makeLinkToken, readLinkToken } from '../signed-links';

type Signing = Pick<Services, 'encryption'>;
type Linking = Pick<Services, 'encryption' | 'publicOrigin'>;

/** A request for reminders: each has its own link, which confirms no other. */
interface ReminderRequest {
  readonly reference: string;
  readonly askedAt: Date;
}

/** Makes the token of the link that confirms a request. Security, row 64. */
export function makeConfirmationToken(services: Signing, { reference, askedAt }: ReminderRequest): string {
  return makeLinkToken(services, 'bill-reminder-confirmation', `${reference}_${askedAt.getTime()}`);
}

/** Returns the request that a token was made for; null for any other text. */
export function readConfirmationToken(services: Signing, token: string): ReminderRequest | null {
  const [reference = '', askedAt = ''] = readLinkToken(services, 'bill-reminder-confirmation', token)?.split('_') ?? [];
  return reference === '' ? null : { reference, askedAt: new Date(Number(askedAt)) };
}

/** Makes the token of the links that stop the reminders of one account to one mailbox, whenever they were asked for. */
export function makeStopToken(services: Signing, reference: string): string {
  return makeLinkToken(services, 'bill-reminder-stop', reference);
}

/** Returns the reference that a token was made for; null for any other text. */
export function readStopToken(services: Signing, token: string): string | null {
  return readLinkToken(services, 'bill-reminder-stop', token);
}

/** Returns the link that confirms a request. */
export function makeConfirmationLink(services: Linking, request: ReminderRequest): string {
  return makeLink(services, '/pay/reminder/confirm', makeConfirmationToken(services, request));
}

/** Returns the link to the page that stops reminders, and the address that mail programs post to (RFC 8058). */
export function makeStopLinks(services: Linking, reference: string): { readonly page: string; readonly post: string } {
  const token = makeStopToken(services, reference);
  return {
    page: makeLink(services, '/pay/reminder/stop', token),
    post: makeLink(services, '/api/reminder/unsubscribe', token),
  };
}
