import { coverPairs, listPairs } from './cover-pairs';
import { paymentVariants, type ExpectedResult, type PaymentVariant } from './payment-variants';

export const locales = ['en', 'ms'] as const;
export type Locale = (typeof locales)[number];

/** How a payer comes to the payment page: from home over the bill, by a direct link, or by the order of a partner, embedded or not. */
export const entries = ['order', 'kiosk', 'direct link', 'quick pay'] as const;
export type Entry = (typeof entries)[number];

export interface MatrixCase {
  readonly variant: PaymentVariant;
  readonly action: string;
  readonly expected: ExpectedResult;
  readonly scripts: 'on' | 'off';
  readonly locale: Locale;
  readonly entry: Entry;
}

/** The way and its ending, with scripts or without: what must all be gone through. */
type Core = Omit<MatrixCase, 'locale' | 'entry'>;

/** Gives the values with another one first for each number: among equals each comes first as often. */
function rotate<Value>(values: readonly Value[], number: number): readonly Value[] {
  const first = number % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

const cores: readonly Core[] = paymentVariants
  .flatMap((way) => Object.entries(way.expectedResults).map(([ending, expected]) => ({ way, ending, expected })))
  .flatMap((core, index) => rotate(['on', 'off'] as const, index).map((scripts) => ({ ...core, scripts })));

/** The quickest first: among equals it is taken. */
function listEntries({ vouched }: PaymentVariant): readonly Entry[] {
  return vouched ? ['order', 'kiosk'] : entries;
}

/** Every case that there can be. */
export function listPossibleCases(): MatrixCase[] {
  return cores.flatMap((core, index) =>
    rotate(locales, Math.floor(index / 2)).flatMap((locale) =>
      listEntries(core.variant).map((entry) => ({ ...core, locale, entry })),
    ),
  );
}

/**
 * Which values meet in a case, two at a time. The card, bank, wallet or carrier is a choice within its method: each meets scripts and
 * languages, but every button only in the whole matrix, where the method has met it already.
 */
export function listCasePairs({
  variant: { method, choice, months },
  action,
  scripts,
  locale,
  entry,
}: MatrixCase): string[] {
  const pairs = [
    ...listPairs({ method, ending: action, scripts, locale, entry }),
    ...listPairs({ choice, months, scripts, locale }),
  ];
  return [...new Set(pairs)];
}

/** Names a case; no two share a name. */
export function nameCase({ variant: { method, choice, months }, action, scripts, locale, entry }: MatrixCase): string {
  const chosen = [method, choice, months].filter((value) => value !== 'none').join(' ');
  return `${chosen}, '${action}': ${entry}, ${locale}, scripts ${scripts}`;
}

/** Gives the cases in which every two values meet that can meet at all. */
export function listPairwiseCases(): MatrixCase[] {
  return coverPairs(listPossibleCases(), listCasePairs);
}

/** Gives every way with each of its endings, with scripts and without; languages and entries take turns beyond their pairs. */
export function listFullMatrix(): MatrixCase[] {
  const pairwise = listPairwiseCases();
  const coreName = ({ variant, action, scripts }: Core) => [variant.method, variant.choice, variant.months, action, scripts].join();
  const covered = new Set(pairwise.map(coreName));
  const others = cores
    .filter((core) => !covered.has(coreName(core)))
    .map((core, index): MatrixCase => {
      const open = listEntries(core.variant);
      return { ...core, entry: open[index % open.length]!, locale: locales[Math.floor(index / open.length) % 2]! };
    });
  return [...pairwise, ...others];
}
