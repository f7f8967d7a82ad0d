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

/** Headers of every e-mail besides those of its sender, recipient, subject and time: no answer is expected (RFC 3834). */
export const mailHeaders = { 'Auto-Submitted': 'auto-generated' } as const;
