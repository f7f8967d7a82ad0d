import { describeRebate, type Rebate } from '@/lib/domain/auto-debit';
import { defaultLocale, localeCodes, type Locale } from '@/lib/domain/locales';
import { catalogues } from '@/messages/catalogues';
import { formatMessage } from '../format-message';

/** The words by which a partner offers auto debit. Specification, section 3: Payment result. */
export interface AutoDebitTexts {
  readonly title: string;
  readonly message: string;
  readonly thankYou: string;
}

/** A partner's own words, by language; for the rest it has those of `messages/`. */
export type OwnAutoDebitTexts = Readonly<Partial<Record<Locale, Partial<AutoDebitTexts>>>>;

/**
 * Returns a partner's texts in a language. Without texts in it, its English ones are used; empty ones count as none. Those of `messages/`
 * name the rebate.
 */
export function chooseAutoDebitTexts(own: OwnAutoDebitTexts, language: Locale, rebate: Rebate): AutoDebitTexts {
  const choose = (name: keyof AutoDebitTexts) =>
    own[language]?.[name] ||
    own[defaultLocale]?.[name] ||
    formatMessage(catalogues[language].autoDebitOffer[name], language, describeRebate(rebate));
  return { title: choose('title'), message: choose('message'), thankYou: choose('thankYou') };
}

/** Puts newly named words over those that a partner has; an empty one takes its own away. */
export function mergeAutoDebitTexts(known: OwnAutoDebitTexts, named: OwnAutoDebitTexts): OwnAutoDebitTexts {
  const codes = localeCodes.filter((code) => known[code] !== undefined || named[code] !== undefined);
  return Object.fromEntries(codes.map((code) => [code, { ...known[code], ...named[code] }]));
}
