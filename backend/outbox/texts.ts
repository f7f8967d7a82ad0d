import type { Locale } from '@/lib/domain/locales';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import { catalogues } from '@/messages/catalogues';
import { formatMessage } from '../format-message';

export function tacText(code: string, amount: Sen, language: Locale): string {
  return formatMessage(catalogues[language].textMessage.tac, language, { code, amount: formatRinggit(amount) });
}

export function oneTimePinText(code: string, language: Locale): string {
  return formatMessage(catalogues[language].textMessage.oneTimePin, language, { code });
}

/** `link` opens the auto-debit registration of the paid account. */
export function autoDebitReminderText(
  offer: { readonly title: string; readonly message: string },
  link: string,
  language: Locale,
): string {
  const setUpHere = formatMessage(catalogues[language].autoDebitOffer.setUpHere, language, { link });
  return [offer.title, offer.message, setUpHere].join('\n');
}
