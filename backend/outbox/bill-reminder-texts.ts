import { formatDay } from '@/lib/domain/format-time';
import type { Locale } from '@/lib/domain/locales';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { catalogues } from '@/messages/catalogues';
import { formatMessage } from '../format-message';

/**
 * Asks an address to confirm that it wants reminders. It names no account: whoever typed the address may have mistyped it. `confirmLink` and
 * `stopLink` open pages, `confirmBy` is ISO 8601.
 */
export function reminderConfirmationText(
  {
    confirmLink,
    stopLink,
    confirmBy,
    daysBefore,
  }: Readonly<Record<'confirmLink' | 'stopLink' | 'confirmBy', string>> & {
    readonly daysBefore: number;
  },
  language: Locale,
): string {
  const { emailReminderMessage: words } = catalogues[language];
  const t = (message: string) =>
    formatMessage(message, language, { days: daysBefore, date: formatDay(confirmBy, language), link: confirmLink });
  return [
    [t(words.confirm)],
    [t(words.confirmText), t(words.confirmHere), t(words.confirmBy)],
    [t(words.notAsked), formatMessage(words.stopHere, language, { link: stopLink })],
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** A bill that is due, as whoever looks it up is shown it. `dueDate` is `YYYY-MM-DD`. */
interface DueBill {
  readonly accountNumber: string;
  readonly amount: Sen;
  readonly dueDate: string;
}

/** Reminds of a bill. `payLink` opens it, `stopLink` stops the reminders. */
export function billReminderText(
  { accountNumber, amount, dueDate }: DueBill,
  { payLink, stopLink }: Readonly<Record<'payLink' | 'stopLink', string>>,
  language: Locale,
): string {
  const { emailReminderMessage: words } = catalogues[language];
  const values = {
    account: maskAccountNumber(accountNumber),
    amount: formatRinggit(amount),
    date: formatDay(dueDate, language),
  };
  const t = (message: string, more: Readonly<Record<string, string>> = {}) =>
    formatMessage(message, language, { ...values, ...more });
  return [
    [t(words.due)],
    [t(words.dueText), t(words.payHere, { link: payLink }), t(words.paidAlready)],
    [t(words.stopHere, { link: stopLink }), t(words.footer)],
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}
