import type { Message } from './model';

const maximumSubjectLength = 200;

/**
 * Removes line breaks, so that a product name cannot add headers (security, row 21), and separates what begins an encoded word (RFC 2047), which a
 * mail client would show as what it encodes (row 55).
 */
function writeSubject(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim()
    .slice(0, maximumSubjectLength);
}

/** Returns the subject of an e-mail: its own, or else the first line of its text. */
export function subjectOf({ mail, text }: Pick<Message, 'mail' | 'text'>): string {
  return writeSubject(mail?.subject ?? text.split('\n')[0] ?? '');
}

/**
 * Returns the headers of an e-mail besides those of its sender, recipient, subject and time: no answer is expected (RFC 3834), and where it can be
 * unsubscribed from, a mail program offers that by one press (RFC 8058). The operator's mail server must sign both of those (DKIM).
 */
export function mailHeadersOf(mail: Message['mail']): Readonly<Record<string, string>> {
  const url = mail?.unsubscribeUrl;
  return {
    'Auto-Submitted': 'auto-generated',
    ...(url !== undefined && { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
