import { coverPairs, listPairs } from './cover-pairs';
import { paymentVariants, type ExpectedResult, type PaymentVariant } from './payment-variants';

export const locales = ['en', 'ms'] as const;
export type Locale = (typeof locales)[number];

/** How a payer reaches the payment page: quick pay, a direct bill link, or a partner's order, at a kiosk or not. */
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

/** The payment variant and the payer's action, with and without scripts: the full matrix covers every combination. */
type Core = Omit<MatrixCase, 'locale' | 'entry'>;

/** Rotates the values, so that each comes first equally often. */
function rotate<Value>(values: readonly Value[], number: number): readonly Value[] {
  const first = number % values.length;
  return [...values.slice(first), ...values.slice(0, first)];
}

const cores: readonly Core[] = paymentVariants
  .flatMap((variant) =>
    Object.entries(variant.expectedResults).map(([action, expected]) => ({ variant, action, expected })),
  )
  .flatMap((core, index) => rotate(['on', 'off'] as const, index).map((scripts) => ({ ...core, scripts })));

/** The fastest first: the pairwise selection takes the first of equal cases. */
function listEntries({ vouched }: PaymentVariant): readonly Entry[] {
  return vouched ? ['order', 'kiosk'] : entries;
}

/** Lists every possible case. */
export function listPossibleCases(): MatrixCase[] {
  return cores.flatMap((core, index) =>
    rotate(locales, Math.floor(index / 2)).flatMap((locale) =>
      listEntries(core.variant).map((entry) => ({ ...core, locale, entry })),
    ),
  );
}

/**
 * Lists the pairs of values that a case covers. A card, bank, wallet or carrier is paired with scripts and languages only; only the full
 * matrix combines each of them with every action.
 */
export function listCasePairs({
  variant: { method, choice, months },
  action,
  scripts,
  locale,
  entry,
}: MatrixCase): string[] {
  const pairs = [
    ...listPairs({ method, action, scripts, locale, entry }),
    ...listPairs({ choice, months, scripts, locale }),
  ];
  return [...new Set(pairs)];
}

/** Returns the unique name of a case. */
export function nameCase({ variant: { method, choice, months }, action, scripts, locale, entry }: MatrixCase): string {
  const options = [method, choice, months].filter((value) => value !== 'none').join(' ');
  return `${options}, '${action}': ${entry}, ${locale}, scripts ${scripts}`;
}

/** Lists cases that cover every possible pair of values. */
export function listPairwiseCases(): MatrixCase[] {
  return coverPairs(listPossibleCases(), listCasePairs);
}

/** Lists every payment variant with each action, with and without scripts. Languages and entries alternate beyond the pairwise cases. */
export function listFullMatrix(): MatrixCase[] {
  const pairwise = listPairwiseCases();
  const coreName = ({ variant, action, scripts }: Core) =>
    [variant.method, variant.choice, variant.months, action, scripts].join();
  const covered = new Set(pairwise.map(coreName));
  const others = cores
    .filter((core) => !covered.has(coreName(core)))
    .map((core, index): MatrixCase => {
      const possible = listEntries(core.variant);
      const locale = locales[Math.floor(index / possible.length) % 2]!;
      return { ...core, entry: possible[index % possible.length]!, locale };
    });
  return [...pairwise, ...others];
}
