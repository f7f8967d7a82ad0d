import { createTransport } from 'nodemailer';
import type { MessageDelivery } from './delivery';

export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…:465`; what nodemailer takes in its query, `requireTLS=true` for one, holds. */
  readonly url: string;
  /** The address that e-mails come from. */
  readonly from: string;
  readonly senderName: string;
}

/** How long a mail server is waited for, ms. */
const connectionTimeout = 10_000;
const socketTimeout = 20_000;

const longestSubject = 200;

/** A header is one line, whatever a partner has called its product. Security, row 21. */
function writeSubject(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, longestSubject);
}

/** A server that refuses a recipient for good (SMTP 5xx) has judged: asking again changes nothing. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EENVELOPE') return false;
  return 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 550;
}

/**
 * Sends e-mails through an operator's mail server. A message that is sent twice, because the server's answer to the first was lost,
 * has the same Message-ID, by which mail programs show it once.
 */
export function createMailDelivery({ url, from, senderName }: MailSettings): MessageDelivery {
  const transport = createTransport({
    url,
    connectionTimeout,
    greetingTimeout: connectionTimeout,
    socketTimeout,
    // Nothing in a message may make the mailer read a file or an address.
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
          subject: writeSubject(mail?.subject ?? text.split('\n')[0] ?? ''),
          text,
          ...(mail && { html: mail.html }),
          date: at,
          messageId: `<message-${id}-${at.getTime()}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return 'delivered';
      } catch (error) {
        if (isRefusedForGood(error)) return 'refused';
        throw error;
      }
    },
  };
}
