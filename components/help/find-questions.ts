import type { FaqQuestion } from '@/lib/domain/faq-questions';

/** What a question can be found by, in the language of the page. */
export interface SearchedQuestion {
  readonly id: FaqQuestion;
  readonly question: string;
  readonly answer: string;
  /** Words that payers use for it and that do not stand in it. */
  readonly keywords: string;
}

/** Characters of a search at most; the rest is left out. */
export const searchMaxLength = 80;

/** Lower case, without accents, each word behind one blank. */
function flatten(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()}`;
}

/** Gives the words that are sought. Those of one or two letters say nothing; an English plural is sought as its singular. */
function wordsOf(query: string): readonly string[] {
  const words = flatten(query.slice(0, searchMaxLength)).split(' ');
  return [...new Set(words.filter((word) => word.length > 2).map((word) => word.replace(/(?<=\w{3})s$/, '')))];
}

/** Short words (`tac`, `fpx`) count where a word begins; longer ones anywhere, as Malay puts syllables before: `bayar`, `pembayaran`. */
function holds(text: string, word: string): boolean {
  return text.includes(word.length > 3 ? word : ` ${word}`);
}

/**
 * Gives the questions that hold the most words of a search, those that hold them in the question itself or its keywords first. None
 * when nothing holds any.
 */
export function findQuestions(query: string, all: readonly SearchedQuestion[]): readonly FaqQuestion[] {
  const words = wordsOf(query);
  const scored = all.map(({ id, question, answer, keywords }) => {
    const [head, whole] = [flatten(`${question} ${keywords}`), flatten(`${question} ${keywords} ${answer}`)];
    return {
      id,
      held: words.filter((word) => holds(whole, word)).length,
      inHead: words.filter((word) => holds(head, word)).length,
    };
  });
  const most = Math.max(...scored.map(({ held }) => held));
  return scored
    .filter(({ held }) => held > 0 && held === most)
    .toSorted((one, other) => other.inHead - one.inHead)
    .map(({ id }) => id);
}
