import fc from 'fast-check';
import { parseAccountNumber } from '../bill/account-number';
import {
  cardCvvMaxLength,
  cardExpiryMaxLength,
  cardNumberMaxLength,
  parseCardCvv,
  parseCardExpiry,
} from '../card/card-fields';
import { parseCardNumber } from '../card/card-number';
import { formatInput, formatText, isUsableIn, rangeToDelete, type InputState } from './format-input';
import { accountNumberMaxLength } from '../bill/account-number';
import { inputFormats, inputMaxLengths, type InputFormat } from './input-formats';
import { parseRinggit } from '../money';
import { oneTimeCodeMaxLength, parseOneTimeCode } from '../contact/one-time-code';
import { amountMaxLength } from '../bill/pay-choice';
import { parseMobileNumber, parsePhoneNumber, phoneNumberMaxLength } from '../contact/phone';

const now = '2026-11-21T12:00:00+08:00';

/** Reads a text with its caret drawn into it: `41|11`. */
function at(drawn: string): InputState {
  const caret = drawn.indexOf('|');
  return { value: drawn.replace('|', ''), selection: [caret, caret] };
}

function draw({ value, selection: [, caret] }: InputState): string {
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

/** Types one character after another at the caret, as a payer does into a field that is formatted after each. */
function typeInto(format: InputFormat, text: string, start = '|'): string {
  return draw(
    [...text].reduce((state, character) => {
      if (!isUsableIn(format, character, state)) return state;
      const [from, to] = state.selection;
      const value = state.value.slice(0, from) + character + state.value.slice(to);
      return formatInput(format, { value, selection: [from + 1, from + 1] });
    }, at(start)),
  );
}

/** Presses Backspace, or Delete, at the caret. */
function deleteIn(format: InputFormat, drawn: string, isForward: boolean): string {
  const { value, selection } = at(drawn);
  const [caret] = selection;
  const pressed = isForward ? [caret, Math.min(caret + 1, value.length)] : [Math.max(caret - 1, 0), caret];
  const [from, to] = rangeToDelete(format, { value, selection: [pressed[0]!, pressed[1]!] }, isForward);
  return draw(formatInput(format, { value: value.slice(0, from) + value.slice(to), selection: [from, from] }));
}

describe('typing key by key', () => {
  test.each([
    ['cardNumber', '4111', '4111|'],
    ['cardNumber', '41111', '4111 1|'],
    ['cardNumber', '4111-1111 1111 1111', '4111 1111 1111 1111|'],
    ['cardNumber', '378282246310005', '3782 822463 10005|'],
    ['cardExpiry', '1', '1|'],
    ['cardExpiry', '5', '05/|'],
    ['cardExpiry', '12', '12/|'],
    ['cardExpiry', '12/30', '12/30|'],
    ['cardExpiry', '1230', '12/30|'],
    ['cardExpiry', '12-30', '12/30|'],
    ['cardExpiry', '1/30', '01/30|'],
    ['cardExpiry', '1 30', '01/30|'],
    ['cardExpiry', '05/30', '05/30|'],
    ['cardExpiry', '5/30', '05/30|'],
    ['cardExpiry', '530', '05/30|'],
    ['cardExpiry', '12 / 2030', '12/30|'],
    ['cardExpiry', '12/203', '12/203|'],
    ['cardExpiry', '12/301', '12/30|'],
    ['cardExpiry', '/', '|'],
    ['cardCvv', '12a345', '1234|'],
    ['amount', '1,000.50', '1,000.50|'],
    ['amount', '1000.567', '1000.56|'],
    ['amount', '10..5.', '10.5|'],
    ['amount', 'RM10', '10|'],
    ['amount', '1.000,50', '1.00,50|'],
    ['amount', '-5', '-5|'],
    ['amount', '10-50', '10-50|'],
    ['accountNumber', '123-456-7801', '1234567801|'],
    ['accountNumber', '12345x67801x', '1234567801|'],
    ['phoneNumber', '+60 12-345 6789', '+60 12-345 6789|'],
    ['phoneNumber', '012 345a6789', '012 3456789|'],
    ['oneTimeCode', '123 4567', '123456|'],
  ] as const)('%s: %s reads %s', (format, text, expected) => {
    expect(typeInto(format, text)).toBe(expected);
  });
});

describe('a value that is pasted or autofilled', () => {
  test.each([
    ['cardNumber', '4111-1111 1111 1111', '4111 1111 1111 1111'],
    ['cardNumber', '４１１１ 1111 1111 1111', '4111 1111 1111 1111'],
    ['cardExpiry', '12 / 2030', '12/30'],
    ['cardExpiry', '12/2030', '12/30'],
    ['cardExpiry', '1230', '12/30'],
    ['cardExpiry', ' 1230 ', '12/30'],
    ['cardExpiry', '12-30', '12/30'],
    ['cardExpiry', '2030-12', '12/30'],
    ['cardExpiry', '2030-5', '05/30'],
    ['cardExpiry', '1/2030', '01/30'],
    ['amount', 'RM 1,000.50', '1,000.50'],
    ['amount', '1.234,50', '1.234,50'],
    ['accountNumber', '123-456-7801', '1234567801'],
    ['accountNumber', '12345678012', '12345678012'],
    ['accountNumber', 'Account No: 1234567801', '1234567801'],
    ['accountNumber', 'No akaun 1234567801 RM138.78', '1234567801'],
    ['accountNumber', 'Account No: 1234 5678 01', '1234567801'],
    ['accountNumber', 'No. akaun: 12-3456-7801.', '1234567801'],
    ['accountNumber', 'No. 1234 5678 01 RM138.78', 'No. 1234 5678 01 RM138.78'],
    ['accountNumber', 'No. 1234 5678 012', 'No. 1234 5678 012'],
    ['accountNumber', 'No. 1234  5678 01', 'No. 1234  5678 01'],
    ['accountNumber', 'No. 1234567801 / 1234567802', 'No. 1234567801 / 1234567802'],
    ['accountNumber', 'No. 12345678012', 'No. 12345678012'],
    ['phoneNumber', '+60 12-345 6789', '+60 12-345 6789'],
    ['phoneNumber', '\u202a+60\u00a012-345\u00a06789\u202c', '+60 12-345 6789'],
    ['oneTimeCode', '123 456', '123456'],
    ['oneTimeCode', 'RM10.00: your TAC is 123456. Ref 99', '123456'],
    ['cardCvv', ' 123 ', '123'],
  ] as const)('%s: %j reads %j', (format, text, expected) => {
    expect(formatText(format, text)).toBe(expected);
  });
});

describe('corrections', () => {
  test.each([
    ['cardNumber', '4111 |1111', '9', '4111 9|111 1'],
    ['cardNumber', '4111| 1111', '9', '4111 9|111 1'],
    ['cardNumber', '41|11 1111', '9', '419|1 1111 1'],
    ['cardExpiry', '|/30', '12', '12|/30'],
    ['cardExpiry', '|/30', '05', '05|/30'],
    ['cardExpiry', '|/30', '5', '05|/30'],
    ['cardExpiry', '|0/30', '7', '7|0/30'],
    ['cardExpiry', '|2/30', '1', '1|2/30'],
    ['cardExpiry', '1|2/30', '0', '10|/30'],
    ['cardExpiry', '12|/30', '31', '12/31|'],
    ['cardExpiry', '12/|30', '29', '12/29|'],
    ['accountNumber', '12345|7801', '6', '123456|7801'],
    ['amount', '1|0.50', '2', '12|0.50'],
  ] as const)('%s: into %s typed %s reads %s', (format, start, text, expected) => {
    expect(typeInto(format, text, start)).toBe(expected);
  });

  test.each([
    ['cardNumber', '4111 |1111', false, '411|1 111'],
    ['cardNumber', '4111| 1111', true, '4111| 111'],
    ['cardNumber', '4111 1|', false, '4111|'],
    ['cardNumber', '|', false, '|'],
    ['cardExpiry', '12/|', false, '1|'],
    ['cardExpiry', '05/|', false, '0|'],
    ['cardExpiry', '12/3|', false, '12/|'],
    ['cardExpiry', '12/|30', false, '1|/30'],
    ['cardExpiry', '12|/30', true, '12|/0'],
    ['cardExpiry', '1|2/30', false, '|2/30'],
    ['cardExpiry', '|12/30', true, '|2/30'],
    ['cardExpiry', '/|30', false, '|/30'],
    ['phoneNumber', '+60 |12', false, '+60|12'],
    ['amount', '1,|000', false, '1|000'],
  ] as const)('%s: at %s deleting (forward: %s) leaves %s', (format, drawn, isForward, expected) => {
    expect(deleteIn(format, drawn, isForward)).toBe(expected);
  });

  test('deleting a selection deletes just that', () => {
    const value = '4111 1111';
    expect(rangeToDelete('cardNumber', { value, selection: [3, 6] }, false)).toEqual([3, 6]);
    expect(rangeToDelete('accountNumber', { value: '1234', selection: [1, 2] }, true)).toEqual([1, 2]);
  });
});

test('a character that no format keeps is not usable', () => {
  expect(inputFormats.filter((format) => isUsableIn(format, 'x', at('|')))).toEqual([]);
  expect(inputFormats.filter((format) => !isUsableIn(format, '1', at('|')))).toEqual([]);
  expect(isUsableIn('cardExpiry', '/', at('12|'))).toBe(true);
  expect(isUsableIn('cardNumber', '/', at('41|'))).toBe(false);
});

test.each([
  ['amount', '-1'],
  ['amount', '1e3'],
  ['amount', '1.234'],
  ['amount', '1.234,50'],
  ['amount', 'USD10'],
  ['accountNumber', '123456789O'],
  ['accountNumber', '٣٣٣٣٣٣٣٣٣٣'],
  ['phoneNumber', 'call me'],
  ['cardNumber', '4111x'],
] as const)('%s: %s means nothing and is left to the parser', (format, text) => {
  expect(formatText(format, text)).toBe(text);
});

test('limits are those of the fields', () => {
  expect(inputMaxLengths).toEqual({
    cardNumber: cardNumberMaxLength,
    cardExpiry: cardExpiryMaxLength,
    cardCvv: cardCvvMaxLength,
    amount: amountMaxLength,
    accountNumber: accountNumberMaxLength,
    phoneNumber: phoneNumberMaxLength,
    oneTimeCode: oneTimeCodeMaxLength,
  });
});

/** What each field accepts, and characters it is written with. */
const fields: readonly {
  readonly format: InputFormat;
  readonly parse: (text: string) => { readonly ok: boolean };
  readonly alphabet: string;
  readonly valid: fc.Arbitrary<string>;
}[] = (() => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  const spaced = (text: fc.Arbitrary<string>, separators: readonly string[]) =>
    fc
      .tuple(text, fc.infiniteStream(fc.constantFrom('', '', '', ...separators)))
      .map(([digit, between]) => [...digit].map((character) => `${between.next().value}${character}`).join(''));
  const cards = ['4111111111111111', '5555555555554444', '378282246310005', '4222222222222220', '2223003122003222'];
  const expiry = fc
    .tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 27, max: 46 }),
      fc.boolean(),
      fc.constantFrom('/', '-', ' ', '  ', ' / ', ' - ', '/ '),
      fc.constantFrom('', '20'),
      fc.constantFrom('', ' '),
    )
    .map(([month, year, isPadded, separator, century, blank]) => {
      const written = isPadded ? String(month).padStart(2, '0') : String(month);
      return `${blank}${written}${separator}${century}${year}${blank}`;
    });
  const amount = fc
    .tuple(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.constantFrom('', '.5', '.05', '.99'),
      fc.boolean(),
      fc.constantFrom('', ' '),
    )
    .map(([whole, decimals, isGrouped, blank]) =>
      [blank, isGrouped ? whole.toLocaleString('en-MY') : String(whole), decimals, blank].join(''),
    );
  const phone = fc
    .tuple(fc.constantFrom('+60', '60', '0', ''), fc.constantFrom('12', '10', '19', '3', '82', '4'), digits(7))
    .map((parts) => parts.join(''));
  const separators = [' ', '-', '\u2013', '\u00a0'];
  return [
    {
      format: 'cardNumber',
      parse: parseCardNumber,
      alphabet: '0123456789 -x',
      valid: spaced(fc.constantFrom(...cards), separators),
    },
    {
      format: 'cardExpiry',
      parse: (text) => parseCardExpiry(text, now),
      alphabet: '0123 /-',
      valid: fc.oneof(expiry, digits(4)),
    },
    { format: 'cardCvv', parse: (text) => parseCardCvv(text, null), alphabet: '0123456789 x', valid: digits(3) },
    { format: 'amount', parse: parseRinggit, alphabet: '01.,x ', valid: amount },
    {
      format: 'accountNumber',
      parse: parseAccountNumber,
      alphabet: '0123456789 -x',
      valid: spaced(digits(10), separators),
    },
    {
      format: 'phoneNumber',
      parse: parsePhoneNumber,
      alphabet: '+0123456789 -().x',
      valid: spaced(phone, [...separators, '.', '(', ')']),
    },
    {
      format: 'phoneNumber',
      parse: parseMobileNumber,
      alphabet: '+0123456789 -().x',
      valid: spaced(phone, [...separators, '.', '(', ')']),
    },
    { format: 'oneTimeCode', parse: parseOneTimeCode, alphabet: '0123456789 -x', valid: spaced(digits(6), separators) },
  ];
})();

describe.each(fields)('$format, for any text', ({ format, parse, alphabet, valid }) => {
  const anyText = fc.oneof(
    valid,
    fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 22 }),
    fc.string({ unit: 'binary', maxLength: 22 }),
  );

  test('a value that a parser accepts keeps its meaning, pasted or typed key by key', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parse(text);
        if (!parsed.ok) return;
        accepted += 1;
        expect(parse(formatText(format, text))).toEqual(parsed);
        expect(parse(typeInto(format, text).replace('|', ''))).toEqual(parsed);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  test('formatting twice changes nothing more, and the caret stays inside', () => {
    fc.assert(
      fc.property(anyText, fc.nat(), (value, place) => {
        const caret = value.length === 0 ? 0 : place % (value.length + 1);
        const once = formatInput(format, { value, selection: [caret, caret] });
        expect(formatInput(format, once)).toEqual(once);
        expect(once.selection[1]).toBeLessThanOrEqual(once.value.length);
        expect(formatText(format, formatText(format, value))).toBe(formatText(format, value));
      }),
      { numRuns: 300 },
    );
  });

  test('each press of Backspace at the end deletes something, until nothing is left', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let value = formatText(format, text);
        for (let pressed = 0; value !== ''; pressed += 1) {
          expect(pressed).toBeLessThan(60);
          const next = deleteIn(format, `${value}|`, false).replace('|', '');
          expect(next).not.toBe(value);
          value = next;
        }
      }),
      { numRuns: 300 },
    );
  });
});
