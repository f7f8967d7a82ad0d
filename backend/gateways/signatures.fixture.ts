import fc from 'fast-check';

export type Fields = Readonly<Record<string, string>>;

/** A kind of signed message, as the property below needs it: a new gateway is one entry in the list of `signatures.test.ts`. */
export interface SignedMessage {
  readonly name: string;
  /** The signed fields in the order in which the signature joins them, and what it puts between them. */
  readonly signed: readonly string[];
  readonly separator: string;
  /** Messages as their sender signs them. */
  readonly genuine: fc.Arbitrary<Fields>;
  /** Reads a message as its receiver does: what it means, null for one that is rejected. */
  read(fields: Fields): unknown;
}

/** Texts of people and banks, with all that separates fields in one signature or another. */
export const freeText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', 'x', 'x|||00', '|', 'a=b&amount=1', 'x\n1', 'é', 'Aminah binti Ali', '16', '8.78', '%7C', '+1 2'),
);

/** Our number of an attempt, and an amount in ringgit: with one digit, many, and those that look like a status before an amount. */
export const attemptNumber = fc.stringMatching(/^[a-z][a-z0-9]{19}$/);
export const ringgit = fc.oneof(
  fc.constantFrom('68.78', '8.78', '0.50', '10.00', '58.00', '100.68'),
  fc.integer({ min: 1, max: 99_999_999 }).map((sen) => (sen / 100).toFixed(2)),
);

const mostSplits = 2_500;

/** Every choice of `count` of the numbers 0 to `from` - 1, in order, as far as there are not too many. */
function* combinations(from: number, count: number, start = 0): Generator<readonly number[]> {
  if (count === 0) yield [];
  for (let first = start; count > 0 && first <= from - count; first += 1) {
    for (const others of combinations(from, count - 1, first + 1)) yield [first, ...others];
  }
}

/** All that the joined text of these values can be split into where some of its separators are inside of fields. */
function* splitsAtSeparators(values: readonly string[], separator: string): Generator<readonly string[]> {
  const pieces = values.join(separator).split(separator);
  let splits = 0;
  for (const borders of combinations(pieces.length - 1, values.length - 1)) {
    if ((splits += 1) > mostSplits) return;
    const ends = [...borders.map((border) => border + 1), pieces.length];
    yield ends.map((end, index) => pieces.slice(index === 0 ? 0 : ends[index - 1], end).join(separator));
  }
}

const furthest = 6;

/** The joined text split again with one border, or two, moved by some characters. */
function* splitsWithoutSeparators(values: readonly string[]): Generator<readonly string[]> {
  const text = values.join('');
  const borders = values.slice(1).map((_, index) => values.slice(0, index + 1).join('').length);
  const cut = (at: readonly number[]) => [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
  const move = (at: readonly number[], which: number, by: number) =>
    at.map((b, index) => (index === which ? b + by : b));
  const isSplit = (at: readonly number[]) =>
    at.every((border, index) => border >= (at[index - 1] ?? 0) && border <= text.length);
  for (let first = 0; first < borders.length; first += 1) {
    for (let by = -furthest; by <= furthest; by += 1) {
      const once = move(borders, first, by);
      if (isSplit(once)) yield cut(once);
      for (let second = first + 1; second < borders.length && Math.abs(by) <= 2; second += 1) {
        for (const also of [-2, -1, 1, 2]) {
          const twice = move(once, second, also);
          if (isSplit(twice)) yield cut(twice);
        }
      }
    }
  }
}

/** Every other split of the text that the signature covers. */
export function* resplit({ signed, separator }: SignedMessage, fields: Fields): Generator<Fields> {
  const values = signed.map((name) => fields[name] ?? '');
  const splits = separator === '' ? splitsWithoutSeparators(values) : splitsAtSeparators(values, separator);
  for (const split of splits)
    yield { ...fields, ...Object.fromEntries(signed.map((name, index) => [name, split[index] ?? ''])) };
}

const fullWidth = (text: string) =>
  text.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + digit.charCodeAt(0) - 48));

/** Other spellings of a value. */
const spellings: readonly ((value: string) => string)[] = [
  (value) => value.toUpperCase(),
  (value) => value.toLowerCase(),
  (value) => encodeURIComponent(value),
  (value) => new URLSearchParams({ value }).toString().slice('value='.length),
  (value) => new URLSearchParams(`value=${value}`).get('value') ?? '',
  (value) => value.normalize('NFD'),
  (value) => value.normalize('NFKC'),
  fullWidth,
  (value) => ` ${value}`,
  (value) => `${value} `,
  (value) => `${value}\n`,
  (value) => `${value}\0`,
  (value) => `0${value}`,
  (value) => `+${value}`,
  (value) => `${value}.`,
  (value) => value.slice(0, -1),
  () => '',
];

/** One field or two changed: duplicated, swapped, spelt in another way, renamed, taken out, or read as more fields. */
export function* rewrite({ signed }: SignedMessage, fields: Fields): Generator<Fields> {
  for (const name of signed) {
    const value = fields[name] ?? '';
    for (const spell of spellings) yield { ...fields, [name]: spell(value) };
    const { [name]: _, ...others } = fields;
    yield others;
    for (const other of [name.toUpperCase(), name.toLowerCase(), encodeURIComponent(name), `${name}[]`, ` ${name}`]) {
      yield { ...others, [other]: value };
      yield { ...fields, [other]: 'x' };
    }
    yield { ...fields, ...Object.fromEntries(new URLSearchParams(`${name}=${value}`)) };
    for (const other of signed) yield { ...fields, [name]: fields[other] ?? '' };
    for (const other of signed) yield { ...fields, [name]: fields[other] ?? '', [other]: value };
  }
}

/** The texts of a form with these fields in another order, and with a field twice: whichever of them a receiver takes. */
export function* rearrange({ signed }: SignedMessage, fields: Fields): Generator<Fields> {
  const pairs = Object.entries(fields);
  const parse = (text: string): Fields => Object.fromEntries(new URLSearchParams(text));
  yield parse(new URLSearchParams([...pairs].reverse()).toString());
  for (const name of signed) {
    for (const value of ['', '0', '00', '1', fields[signed[0] ?? ''] ?? '']) {
      yield parse(new URLSearchParams([...pairs, [name, value]]).toString());
      yield parse(new URLSearchParams([[name, value], ...pairs]).toString());
    }
  }
}

/**
 * Checks that no change of a genuine message has another meaning: each of `changes` is rejected, or means what the genuine message means.
 * Throws for the first one that is accepted and means something else, with both readings.
 */
export function expectOneMeaning(
  message: SignedMessage,
  changes: (message: SignedMessage, fields: Fields) => Iterable<Fields>,
  numRuns: number,
): void {
  fc.assert(
    fc.property(message.genuine, (fields) => {
      const meant = JSON.stringify(message.read(fields));
      for (const changed of changes(message, fields)) {
        const read = message.read(changed);
        if (read === null || JSON.stringify(read) === meant) continue;
        throw new Error(
          `${JSON.stringify(fields)} means ${meant}; ${JSON.stringify(changed)} means ${JSON.stringify(read)}`,
        );
      }
    }),
    { numRuns },
  );
}
