import { groupCardNumber } from '../card/card-number';
import type { InputFormat } from './input-formats';

/** The value of a text field and its selection, in UTF-16 code units as the DOM counts them; both ends are equal for a caret. */
export interface InputState {
  readonly value: string;
  readonly selection: readonly [number, number];
}

interface FormatRule {
  /** Formats the text; `head` is the part of it before the caret. */
  readonly format: (text: string, head: string) => string;
  /** Matches text with at least one character that the format keeps. */
  readonly usable: RegExp;
  /** Returns whether a text is left to the parser to reject: without some of its characters it would mean something else. */
  readonly isForeign: (text: string) => boolean;
  /** Matches a character that is kept even where it makes the text foreign: dropped, it would leave another value, which is accepted. */
  readonly alwaysKept?: RegExp;
  /** Characters that the format itself inserts between digits. The caret and Backspace skip them. */
  readonly separators?: RegExp;
}

function keepDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** A year in full is written with two digits once it is complete: `20`, `203`, `2030` becomes `30`. */
function formatExpiryYear(digits: string): string {
  if (!/^20\d/.test(digits)) return digits.slice(0, 2);
  return digits.length < 4 ? digits : digits.slice(2, 4);
}

function keepExpiryCharacters(text: string): string {
  return text.replace(/[^\d\s/\p{Pd}]/gu, '').trimStart();
}

/**
 * Formats a card's expiry as `MM/YY`. Every form that `parseCardExpiry` accepts keeps its month and year; `YYYY-MM`, which some
 * browsers autofill, is turned around. A month of one digit is padded when it is complete: `5` is at once, `1` when a separator follows.
 * While the caret is inside the month, nothing is padded and what overflows is dropped, so that it can be corrected in place.
 */
function formatExpiry(text: string, head: string): string {
  const kept = keepExpiryCharacters(text);
  const [, fullYear, lastMonth] = /^20(\d{2})\s*[/\p{Pd}]\s*(\d{1,2})\s*$/u.exec(kept) ?? [];
  if (fullYear !== undefined && lastMonth !== undefined) return `${lastMonth.padStart(2, '0')}/${fullYear}`;

  const [first = ''] = /^\d*/.exec(kept) ?? [];
  const [separator = ''] = /^\D*/.exec(kept.slice(first.length)) ?? [];
  const second = keepDigits(kept.slice(first.length));
  const digitsBeforeCaret = keepDigits(head).length;
  const isPastMonth = /\d\D/.test(keepExpiryCharacters(head));

  if (separator === '' || (second === '' && first.length > 2)) {
    const isMonthComplete = /^[2-9]/.test(first) && (digitsBeforeCaret > 0 || first.length > 1);
    const digits = isMonthComplete ? `0${first}` : first;
    return digits.length < 2 ? digits : `${digits.slice(0, 2)}/${formatExpiryYear(digits.slice(2))}`;
  }

  const isMonthComplete = /^[1-9]$/.test(first) && (isPastMonth || (first !== '1' && digitsBeforeCaret > 0));
  const month = isMonthComplete ? `0${first}` : first.slice(0, 2);
  // Typed behind a complete month, a digit belongs to the year.
  const overflow = isPastMonth ? '' : first.slice(2, digitsBeforeCaret);
  const year = formatExpiryYear(overflow + second);
  if (year !== '') return `${month}/${year}`;
  return month.length === 2 ? `${month}/` : month;
}

/** Keeps digits, grouping commas and the decimal point. A currency before the amount, and points and commas behind its decimals are dropped. */
function formatAmount(text: string): string {
  const kept = text.replace(/[^\d.,]/g, '');
  let end = kept.length;
  while (/[.,]/.test(kept.charAt(end - 1))) end -= 1;
  const [amount, ending] = [kept.slice(0, end), kept.slice(end)];
  const lastSeparator = amount.charAt(Math.max(amount.lastIndexOf('.'), amount.lastIndexOf(',')));
  return lastSeparator === '.' ? amount : amount + ending.slice(0, ending.indexOf('.') + 1 || ending.length);
}

/** Reads the code from a pasted text message too: the one run of six digits, otherwise the first six digits. */
function formatOneTimeCode(text: string): string {
  return /(?:^|\D)(\d{6})(?!\d)/.exec(text)?.[1] ?? keepDigits(text).slice(0, 6);
}

/** Keeps the characters that `parsePhoneNumber` accepts. Numbers copied from a contact list often contain invisible marks. */
function formatPhoneNumber(text: string): string {
  return text
    .replace(/[^\d\s().+\p{Pd}]/gu, '')
    .replace(/\s/g, ' ')
    .trimStart();
}

const digit = /\d/;

/** Letters, signs and other scripts' digits are foreign to a number. Spaces, dashes, dots and invisible marks come with copied ones. */
function isForeignToNumber(text: string): boolean {
  return /[^\d\s.\p{Pd}\p{Cf}]/u.test(text);
}

/**
 * Returns the account number of a pasted text with words: its only run of ten digits, or its only run of digits when they are ten without the
 * single spaces and dashes between them.
 */
function findAccountNumber(text: string): string | undefined {
  if (!isForeignToNumber(text)) return undefined;
  const unbroken = text.match(/\d+/g)?.filter(({ length }) => length === 10) ?? [];
  const [number = '', ...more] = unbroken.length > 0 ? unbroken : (text.match(/\d(?:[\p{Zs}\p{Pd}]?\d)*/gu) ?? []);
  const digits = keepDigits(number);
  return more.length === 0 && digits.length === 10 ? digits : undefined;
}

/** An amount has at most two decimals, and nothing after them. */
function isForeignToAmount(text: string): boolean {
  const [, decimals = '', ...more] = text.replace(/^\s*(?:RM|MYR)/i, '').split('.');
  const isNumber = /^[\d,\s]*$/.test(text.replace(/^\s*(?:RM|MYR)/i, '').replaceAll('.', ''));
  return (
    !isNumber || decimals.includes(',') || keepDigits(decimals).length > 2 || more.some((part) => part.trim() !== '')
  );
}

const formatRules: Readonly<Record<InputFormat, FormatRule>> = {
  cardNumber: { format: groupCardNumber, usable: digit, isForeign: isForeignToNumber, separators: / / },
  cardExpiry: {
    format: formatExpiry,
    usable: /[\d\s/\p{Pd}]/u,
    isForeign: (text) => /[^\d\s/\p{Pd}\p{Cf}]/u.test(text),
    separators: /\//,
  },
  cardCvv: { format: (text) => keepDigits(text).slice(0, 4), usable: digit, isForeign: isForeignToNumber },
  // A sign, a range, or a comma behind decimals: `-5`, `1.000,50`.
  amount: { format: formatAmount, usable: /[\d.,\p{Pd}−]/u, isForeign: isForeignToAmount, alwaysKept: /[,\p{Pd}−]/u },
  // Digits beyond the tenth are kept: cut off, a wrong number could become another customer's.
  accountNumber: {
    format: (text) => findAccountNumber(text) ?? keepDigits(text),
    usable: digit,
    isForeign: (text) => isForeignToNumber(text) && findAccountNumber(text) === undefined,
  },
  phoneNumber: {
    format: formatPhoneNumber,
    usable: /[\d\s().+\p{Pd}]/u,
    isForeign: (text) => /[^\d\s().+\p{Pd}\p{Cf}]/u.test(text),
  },
  oneTimeCode: { format: formatOneTimeCode, usable: digit, isForeign: () => false },
};

/** Full-width digits, as East Asian input methods write them, become ASCII digits. The length stays the same. */
function toAsciiDigits(text: string): string {
  return text.replace(/[０-９]/g, (wide) => wide.normalize('NFKC'));
}

/** Returns the index in `value` after so many digits. */
function indexAfterDigits(value: string, count: number): number {
  let seen = 0;
  for (let index = 0; index < value.length; index += 1) {
    if (seen === count) return index;
    if (digit.test(value.charAt(index))) seen += 1;
  }
  return value.length;
}

/**
 * Formats the value of a field and moves its selection along: the caret stays behind the character that it was behind. A value that a
 * parser of this folder accepts is accepted after it too, with the same result; an invalid one stays as it is. Formatting is idempotent.
 */
export function formatInput(format: InputFormat, { value, selection }: InputState): InputState {
  const { format: apply, separators } = formatRules[format];
  const text = toAsciiDigits(value);
  const [start, end] = selection;
  if (formatRules[format].isForeign(text)) return { value, selection };
  const formatted = apply(text, text.slice(0, end));
  const isPadded = formatted.startsWith('0') && !/^\D*0/.test(text);
  const move = (index: number) => {
    if (index >= text.length) return formatted.length;
    const head = text.slice(0, index);
    if (separators === undefined) return Math.min(apply(head, head).length, formatted.length);
    const digitsBefore = keepDigits(head).length;
    return indexAfterDigits(formatted, isPadded && digitsBefore > 0 ? digitsBefore + 1 : digitsBefore);
  };
  return { value: formatted, selection: [move(start), move(end)] };
}

/** Formats a whole value, as if its caret were at the end. */
export function formatText(format: InputFormat, value: string): string {
  return formatInput(format, { value, selection: [value.length, value.length] }).value;
}

/**
 * Returns whether a typed or pasted text can become part of the value. A character that is typed must not make the value foreign to its
 * format (a letter in a number, a third decimal), unless it is always kept.
 */
export function isUsableIn(format: InputFormat, text: string, { value, selection: [start, end] }: InputState): boolean {
  const { usable, isForeign, alwaysKept } = formatRules[format];
  const typed = toAsciiDigits(text);
  if (typed.length > 1) return true;
  if (!usable.test(typed)) return false;
  return isForeign(value) || alwaysKept?.test(typed) || !isForeign(value.slice(0, start) + typed + value.slice(end));
}

/**
 * Returns the range to delete when Backspace or Delete (`isForward`) is about to delete `selection`. A separator that the format itself
 * inserted would come back, so the next digit is deleted instead.
 */
export function rangeToDelete(
  format: InputFormat,
  { value, selection }: InputState,
  isForward: boolean,
): readonly [number, number] {
  const { separators } = formatRules[format];
  let [start, end] = selection;
  if (separators === undefined || start === end) return selection;
  const isOnlySeparators = [...value.slice(start, end)].every((character) => separators.test(character));
  if (!isOnlySeparators) return selection;
  if (isForward) {
    while (end < value.length && separators.test(value.charAt(end))) end += 1;
    return [end, Math.min(end + 1, value.length)];
  }
  while (start > 0 && separators.test(value.charAt(start - 1))) start -= 1;
  return [Math.max(start - 1, 0), start];
}
