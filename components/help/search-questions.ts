import type { FaqQuestion } from '@/lib/domain/faq-questions';

/** The searchable texts of a question, in the page's language. */
export interface SearchableQuestion {
  readonly id: FaqQuestion;
  readonly question: string;
  readonly answer: string;
  /** Synonyms that payers use and that are not in the texts. */
  readonly keywords: string;
}

/** Maximum length of a search; the rest is ignored. */
export const searchMaxLength = 80;

const chinese = /\p{Script=Han}/u;

/**
 * Lower case, without the accents of Latin letters, one space before each word. The vowel signs of Tamil stay; Chinese characters together
 * count as a word.
 */
function normalizeText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\p{Script=Han}+/gu, ' $& ');
  return ` ${plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()}`;
}

/** Chinese has no spaces between words: each two neighbouring characters are a term, and so is a single one. */
function chineseTermsOf(characters: string): readonly string[] {
  if (characters.length < 2) return [characters];
  return Array.from({ length: characters.length - 1 }, (_, at) => characters.slice(at, at + 2));
}

/** Splits a query into search terms. Words of one or two letters are ignored; an English plural becomes its singular. */
function searchTermsOf(query: string): readonly string[] {
  const terms = normalizeText(query.slice(0, searchMaxLength))
    .split(' ')
    .flatMap((word) => {
      if (chinese.test(word)) return chineseTermsOf(word);
      return word.length > 2 ? [word.replace(/(?<=\w{3})s$/, '')] : [];
    });
  return [...new Set(terms)];
}

/**
 * Short terms (`tac`, `fpx`) match the start of a word; longer ones match anywhere, because Malay uses prefixes: `bayar`, `pembayaran`.
 * Chinese ones match anywhere.
 */
function containsTerm(text: string, term: string): boolean {
  return text.includes(term.length > 3 || chinese.test(term) ? term : ` ${term}`);
}

/**
 * Returns the questions that contain the most search terms, first those that contain them in the question or its keywords. Empty when
 * nothing matches.
 */
export function searchQuestions(query: string, all: readonly SearchableQuestion[]): readonly FaqQuestion[] {
  const terms = searchTermsOf(query);
  const scored = all.map(({ id, question, answer, keywords }) => {
    const [head, whole] = [
      normalizeText(`${question} ${keywords}`),
      normalizeText(`${question} ${keywords} ${answer}`),
    ];
    return {
      id,
      matches: terms.filter((term) => containsTerm(whole, term)).length,
      headMatches: terms.filter((term) => containsTerm(head, term)).length,
    };
  });
  const most = Math.max(...scored.map(({ matches }) => matches));
  return scored
    .filter(({ matches }) => matches > 0 && matches === most)
    .toSorted((one, other) => other.headMatches - one.headMatches)
    .map(({ id }) => id);
}
