import type { Language } from '@/lib/contract/primitives';
import { formatRinggit, type Sen } from '@/lib/domain/money';

/** The words of texts to a payer's phone, and of the reminder, in the language of the pages that led to them. */
const words = {
  en: {
    tac: (code, amount) => `ebill: ${code} is your TAC to pay ${amount}. It is good for 10 minutes. Never share it.`,
    oneTimePin: (code) =>
      `ebill: ${code} is your one-time PIN for auto debit. It is good for 10 minutes. Never share it.`,
    setUpHere: (link) => `Set it up here: ${link}`,
  },
  ms: {
    tac: (code, amount) =>
      `ebill: ${code} ialah TAC anda untuk membayar ${amount}. Sah selama 10 minit. Jangan kongsi kod ini dengan sesiapa.`,
    oneTimePin: (code) =>
      `ebill: ${code} ialah PIN sekali guna anda untuk auto debit. Sah selama 10 minit. Jangan kongsi PIN ini dengan sesiapa.`,
    setUpHere: (link) => `Daftar di sini: ${link}`,
  },
} as const satisfies Record<Language, TextWords>;

interface TextWords {
  readonly tac: (code: string, amount: string) => string;
  readonly oneTimePin: (code: string) => string;
  readonly setUpHere: (link: string) => string;
}

export function tacText(code: string, amount: Sen, language: Language): string {
  return words[language].tac(code, formatRinggit(amount));
}

export function oneTimePinText(code: string, language: Language): string {
  return words[language].oneTimePin(code);
}

/** `link` leads to the registration of the account that was paid for. */
export function autoDebitReminderText(
  offer: { readonly title: string; readonly message: string },
  link: string,
  language: Language,
): string {
  return [offer.title, offer.message, words[language].setUpHere(link)].join('\n');
}
