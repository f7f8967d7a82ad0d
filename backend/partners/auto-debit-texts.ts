import type { Language } from '@/lib/contract/primitives';

/** The words by which a partner offers auto debit. Specification, section 3: Payment result. */
export interface AutoDebitTexts {
  readonly title: string;
  readonly message: string;
  readonly thankYou: string;
}

/** What a partner says in its own words, by language; the rest is said in the ordinary ones. */
export type OwnAutoDebitTexts = Readonly<Partial<Record<Language, Partial<AutoDebitTexts>>>>;

/** What is said for a partner that has no words of its own. */
const ordinaryTexts: Readonly<Record<Language, AutoDebitTexts>> = {
  en: {
    title: 'Never miss a bill',
    message:
      'Put this account on auto debit and get a rebate of RM3 a month for up to 6 months. Your bills are then paid automatically.',
    thankYou: 'Thank you. Your account is now on auto debit.',
  },
  ms: {
    title: 'Jangan terlepas bil lagi',
    message:
      'Daftarkan akaun ini untuk auto debit dan dapatkan rebat RM3 sebulan untuk tempoh sehingga 6 bulan. Bil anda kemudian dibayar secara automatik.',
    thankYou: 'Terima kasih. Akaun anda kini didaftarkan untuk auto debit.',
  },
};

/** Gives a partner's words in a language. Where it has none of its own in Malay, its English ones are said; empty ones count as none. */
export function chooseAutoDebitTexts({ en = {}, ms = {} }: OwnAutoDebitTexts, language: Language): AutoDebitTexts {
  const ordinary = ordinaryTexts[language];
  const choose = (name: keyof AutoDebitTexts) =>
    (language === 'ms' ? ms[name] : undefined) || en[name] || ordinary[name];
  return { title: choose('title'), message: choose('message'), thankYou: choose('thankYou') };
}

/** Puts newly named words over those that a partner has; an empty one takes its own away. */
export function mergeAutoDebitTexts(known: OwnAutoDebitTexts, named: OwnAutoDebitTexts): OwnAutoDebitTexts {
  return { en: { ...known.en, ...named.en }, ms: { ...known.ms, ...named.ms } };
}
