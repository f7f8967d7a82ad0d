import { formatRinggit, type Sen } from '@/lib/domain/money';

/** The words of texts to a payer's phone. */

export function tacText(code: string, amount: Sen): string {
  return `ebill: ${code} is your TAC to pay ${formatRinggit(amount)}. It is good for 10 minutes. Never share it.`;
}

export function oneTimePinText(code: string): string {
  return `ebill: ${code} is your one-time PIN for auto debit. It is good for 10 minutes. Never share it.`;
}

/** `link` leads to the registration of the account that was paid for. */
export function autoDebitReminderText(
  offer: { readonly title: string; readonly message: string },
  link: string,
): string {
  return [offer.title, offer.message, `Set it up here: ${link}`].join('\n');
}
