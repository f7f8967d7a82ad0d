import isLuhnValid from 'card-validator/dist/luhn-10.js';

/** ISO/IEC 7812-1. */
const maxDigits = 19;
/** Digits of the numbers of all but a few cards; behind or before more of them may stand a month, or a CVV. */
const commonLengths = [13, 14, 15, 16];

/** Digits enough for a card number, 13 of them, with or without what people write between them. */
const digitRuns = /\d(?:[\s._\p{Pd}]*\d){12,}/gu;

/**
 * Returns whether a text carries a card number: 13 to 19 digits, with or without blanks, dots or dashes between them, that pass the Luhn
 * check, alone or with a few digits beside them, or more digits than any card has, in which nearly always some pass it. Such a text is
 * refused in every field but the card's own, and is never kept or logged. Security, rows 31 and 39.
 */
export function containsCardNumber(text: string): boolean {
  const runs = text.normalize('NFKC').match(digitRuns) ?? [];
  return runs.some((run) => isCardNumber(run.replace(/\D/g, '')));
}

/** Replaces a card number in a log. */
export const scrubbed = '[card number]';

/** Returns the text without card numbers: the last guard of a log, behind the rule that nothing a payer typed gets there. Security, row 31. */
export function scrubCardNumbers(text: string): string {
  return text.replace(digitRuns, (run) => (isCardNumber(run.replace(/\D/g, '')) ? scrubbed : run));
}

function isCardNumber(digits: string): boolean {
  if (digits.length > maxDigits || isLuhnValid(digits)) return true;
  const isLonger = digits.length > Math.max(...commonLengths);
  return (
    isLonger &&
    commonLengths.some((length) => isLuhnValid(digits.slice(0, length)) || isLuhnValid(digits.slice(-length)))
  );
}
