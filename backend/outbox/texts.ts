import { formatRinggit, type Sen } from '@/lib/domain/money';

/** The words of texts to a payer's phone. */

export function tacText(code: string, amount: Sen): string {
  return `ebill: ${code} is your TAC to pay ${formatRinggit(amount)}. It is good for 10 minutes. Never share it.`;
}

export function oneTimePinText(code: string): string {
  return `ebill: ${code} is your one-time PIN for auto debit. It is good for 10 minutes. Never share it.`;
}
