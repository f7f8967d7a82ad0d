/** What a line of a settlement file is; `other`: of a type that the profile does not name. */
export const settlementLineKinds = ['payment', 'refund', 'chargeback', 'fee', 'other'] as const;
export type SettlementLineKind = (typeof settlementLineKinds)[number];

/** A line of a settlement file. Amounts are sen (hundredths of `currency`). */
export interface SettlementLine {
  /** Counted from 1, with the header. */
  readonly line: number;
  readonly kind: SettlementLineKind;
  /** What the file calls a kind that the profile does not name; else null. */
  readonly type: string | null;
  /** Null where a line that is no payment does not tell. */
  readonly gateway: string | null;
  /** The gateway's reference or our number, by the profile; empty for lines that have none, such as a fee for a month. */
  readonly reference: string;
  /** Three letters (ISO 4217). */
  readonly currency: string;
  /** What the line adds to the payout before fees: of a payment what the payer paid, negative for refunds and chargebacks, 0 for fees. */
  readonly gross: number;
  /** What the gateway keeps; negative where it gives a fee back. Gross amount less fee is the net amount. */
  readonly fee: number;
}

/** What references of a file are: the gateway's own, or our numbers of attempts. */
export type ReferenceOwner = 'gateway' | 'attempt';

/** The agreed fee of a payment: a percentage of the gross amount, and sen. */
export interface FeeRate {
  readonly percent: number;
  readonly fixed: number;
}

/** Agreed fees by gateway. */
export type FeeRates = Readonly<Record<string, FeeRate>>;

/** Why a difference is for a person. docs/operate.md explains each. */
export const differenceKinds = [
  'missing-here',
  'missing-there',
  'amount-differs',
  'currency',
  'duplicate-line',
  'held-for-review',
  'fee-unexpected',
  'refund',
  'chargeback',
  'other',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Sums of lines, sen: the net amount is the gross amount less fees. */
export interface Sums {
  readonly gross: number;
  readonly fee: number;
  readonly net: number;
}

/** What a complete run has found and done. */
export interface RunResult {
  readonly run: number;
  /** The first run of the same settlement: this one, unless the file was reconciled before or replaces another. */
  readonly settlement: number;
  readonly lines: Readonly<Record<SettlementLineKind | 'ignored', number>>;
  /** All lines in MYR. The net amount is the payout that they make. */
  readonly file: Sums;
  /** The lines that are settled in the journal, by this run or an earlier one of the settlement. */
  readonly settled: Sums;
  /** The lines that are not: differences in the way. `file` is `settled` and these. */
  readonly unsettled: Sums;
  /** What this run has written to the journal; nothing for a file that is reconciled again. */
  readonly bookings: readonly ({ readonly gateway: string } & Sums)[];
  /** Differences that this run has found, also those that a person has closed before. */
  readonly differences: Readonly<Record<DifferenceKind, number>>;
  /** The number of earlier differences that are gone. */
  readonly resolved: number;
}

/** Adds up lines or items. */
export function addUp(items: readonly { readonly gross: number; readonly fee: number }[]): Sums {
  const gross = items.reduce((sum, item) => sum + item.gross, 0);
  const fee = items.reduce((sum, item) => sum + item.fee, 0);
  return { gross, fee, net: gross - fee };
}

/** Counts by kind. Kinds that there are none of are counted as 0. */
export function countKinds<Kind extends string>(
  kinds: readonly Kind[],
  items: readonly { readonly kind: Kind }[],
): Readonly<Record<Kind, number>>;
export function countKinds(
  kinds: readonly string[],
  items: readonly { readonly kind: string }[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(kinds.map((kind) => [kind, items.filter((item) => item.kind === kind).length]));
}
