import { createTransport } from 'nodemailer';
import type { MessageDelivery } from './delivery';
import { mailHeadersOf, subjectOf } from './mail-headers';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`, with nodemailer's options in the query, such as `requireTLS=false`. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
  readonly senderName: string;
  /** Whether nothing is sent without TLS, unless `url` says otherwise: someone on the way can hide STARTTLS from us (RFC 3207, section 6). */
  readonly requiresTls: boolean;
}

/** Milliseconds. */
const connectionTimeout = 10_000;
const socketTimeout = 20_000;

/** Whether the server rejected the recipient permanently (SMTP 5xx), so that a retry is useless. */
function isPermanentRejection(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return false;
  return 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 550;
}

/**
 * Sends e-mails through an operator's mail server. A message that is sent twice because a response was lost has the same Message-ID, so that mail
 * clients show it once.
 */
export function createMailDelivery({ url, from, senderName, requiresTls }: MailSettings): MessageDelivery {
  const transport = createTransport({
    // Options of the URL override these.
    url,
    requireTLS: requiresTls,
    connectionTimeout,
    greetingTimeout: connectionTimeout,
    socketTimeout,
    // Message contents must not make nodemailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async deliver(id, { recipient, text, mail }, at) {
      try {
        await transport.sendMail({
          from: { name: senderName, address: from },
          to: { name: '', address: recipient },
          subject: subjectOf({ mail, text }),
          text,
          ...(mail?.html !== undefined && { html: mail.html }),
          date: at,
          messageId: `<message-${id}-${at.getTime()}@${domain}>`,
          headers: mailHeadersOf(mail),
        });
        return 'delivered';
      } catch (error) {
        if (isPermanentRejection(error)) return 'refused';
        throw error;
      }
    },
  };
}
