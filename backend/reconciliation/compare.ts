import type { GatewayMovement, MovementKind } from '../ledger/gateway-movements';
import { currency as ourCurrency } from '../payments/reports';
import type { DifferenceKind, FeeRates, ReferenceOwner, SettlementLine } from './model';

/** A movement that a line of the file may settle. */
export interface ComparedMovement extends GatewayMovement {
  /** Whether it was booked in the run's period: only then its line is expected in the file. */
  readonly isOfPeriod: boolean;
}

/** A line that is settled: its money has left the gateway's clearing account. */
export interface SettledItem {
  /** The journal entry that it settles; of fees, what makes them unique in their settlement. */
  readonly item: string;
  readonly line: number;
  /** Empty for fees that name no gateway. */
  readonly gateway: string;
  readonly gross: number;
  readonly fee: number;
}

/** A difference that a run has found. Amounts are sen. */
export interface FoundDifference {
  /** The same for the same difference of a later run of the settlement. */
  readonly subject: string;
  readonly kind: DifferenceKind;
  readonly item: string | null;
  readonly gateway: string;
  readonly reference: string;
  readonly line: number | null;
  readonly refid: string | null;
  readonly bookedAt: string | null;
  readonly amount: number | null;
  readonly settledAmount: number | null;
  readonly fee: number | null;
  readonly detail: string | null;
}

export interface Comparison {
  readonly items: readonly SettledItem[];
  readonly differences: readonly FoundDifference[];
  /** The items that a line of the file names, settled or not. */
  readonly named: ReadonlySet<string>;
}

export interface Compared {
  /** The first run of the settlement. */
  readonly settlement: number;
  readonly lines: readonly SettlementLine[];
  readonly owner: ReferenceOwner;
  readonly feeRates: FeeRates;
  /** Movements of the period, and those of other days that lines name. */
  readonly movements: readonly ComparedMovement[];
  /** The run that has settled an item in another settlement. */
  readonly settledElsewhere: ReadonlyMap<string, number>;
  /** Items with an open difference of another settlement in which a line names them: they are not reported as missing besides. */
  readonly explained: ReadonlySet<string>;
}

/** Gateways round the fee of each payment in their own way. */
const feeToleranceSen = 1;

/** Explains a fee that is not the agreed one; null if it is, or none is agreed. */
function findFeeError({ gross, fee }: SettlementLine, gateway: string, rates: FeeRates): string | null {
  const rate = Object.hasOwn(rates, gateway) ? rates[gateway] : undefined;
  if (rate === undefined) return null;
  const agreed = Math.round((gross * rate.percent) / 100) + rate.fixed;
  return Math.abs(fee - agreed) > feeToleranceSen ? `agreed: ${agreed} sen` : null;
}

const lineKey = (kind: MovementKind, gateway: string, reference: string) => `${kind} ${gateway} ${reference}`;

/** Finds the movements that a line may mean, each of them once. */
class Movements {
  private readonly byKey = new Map<string, ComparedMovement[]>();
  private readonly taken = new Set<string>();

  constructor(
    movements: readonly ComparedMovement[],
    owner: ReferenceOwner,
    private readonly settledElsewhere: ReadonlyMap<string, number>,
  ) {
    for (const movement of movements) {
      for (const name of new Set(owner === 'gateway' ? movement.references : movement.numbers)) {
        const key = lineKey(movement.kind, movement.gateway, name);
        this.byKey.set(key, [...(this.byKey.get(key) ?? []), movement]);
      }
    }
  }

  /** Returns a movement that a line names, of this or another kind of line; null if the name is none of ours. */
  findNamed(gateway: string, reference: string): ComparedMovement | null {
    const kinds = ['payment', 'refund', 'chargeback'] as const;
    return kinds.map((kind) => this.byKey.get(lineKey(kind, gateway, reference))?.[0]).find(Boolean) ?? null;
  }

  /** Takes the movement of a line: of its amount and not settled elsewhere, if there is one. */
  take(kind: MovementKind, gateway: string, { reference, gross }: SettlementLine): ComparedMovement | null {
    const left = (this.byKey.get(lineKey(kind, gateway, reference)) ?? []).filter(({ item }) => !this.taken.has(item));
    const same = left.filter(({ amount }) => amount === gross);
    const movement = same.find(({ item }) => !this.settledElsewhere.has(item)) ?? same[0] ?? left[0] ?? null;
    if (movement !== null) this.taken.add(movement.item);
    return movement;
  }
}

/** What a line of a kind is that names nothing of ours. */
const unknownLine = { payment: 'missing-here', refund: 'refund', chargeback: 'chargeback' } as const satisfies Record<
  MovementKind,
  DifferenceKind
>;

/**
 * Compares the lines of a settlement file with the journal entries on the clearing accounts of its gateways. A line settles an entry of its kind,
 * reference and amount; whatever else there is in the file, or is booked in its period and not in it, is a difference.
 */
export function compareSettlement(compared: Compared): Comparison {
  const { settlement, lines, owner, feeRates, movements, settledElsewhere, explained } = compared;
  const known = new Movements(movements, owner, settledElsewhere);
  const items: SettledItem[] = [];
  const differences: FoundDifference[] = [];
  const named = new Set<string>();
  const seen = new Set<string>();
  const occurrences = new Map<string, number>();

  /** Numbers what is in the file more than once, from 1. */
  function countOccurrence(what: string): number {
    const count = (occurrences.get(what) ?? 0) + 1;
    occurrences.set(what, count);
    return count;
  }

  function report(
    kind: DifferenceKind,
    line: SettlementLine,
    { movement, detail = null }: { readonly movement: ComparedMovement | null; readonly detail?: string | null },
  ): void {
    const gateway = line.gateway ?? '';
    const what = [settlement, kind, gateway, line.reference, line.gross, line.fee, line.currency].join(' ');
    differences.push({
      subject: `${what} ${countOccurrence(what)}`,
      ...{
        kind,
        gateway,
        reference: line.reference,
        line: line.line,
        detail,
        settledAmount: line.gross,
        fee: line.fee,
      },
      item: movement?.item ?? null,
      refid: movement?.refid ?? known.findNamed(gateway, line.reference)?.refid ?? null,
      bookedAt: movement?.at ?? null,
      amount: movement?.amount ?? null,
    });
  }

  function reportMovement(kind: 'missing-there' | 'held-for-review', movement: ComparedMovement, line: number | null) {
    const { item, gateway, refid, at, amount, currency } = movement;
    differences.push({
      ...{ subject: `${kind} ${item}`, kind, item, gateway, line, refid, bookedAt: at, amount },
      reference: movement.references.at(-1) ?? movement.numbers[0] ?? item,
      settledAmount: line === null ? null : amount,
      fee: null,
      detail: currency === ourCurrency ? null : currency,
    });
  }

  function compareMovement(kind: MovementKind, line: SettlementLine): void {
    const gateway = line.gateway ?? '';
    const key = lineKey(kind, gateway, line.reference);
    const movement = known.take(kind, gateway, line);
    const isRepeated = seen.has(key);
    seen.add(key);
    if (movement !== null) named.add(movement.item);
    if (line.currency !== ourCurrency || (movement !== null && movement.currency !== ourCurrency)) {
      report('currency', line, { movement, detail: line.currency });
      return;
    }
    if (movement === null) {
      report(isRepeated ? 'duplicate-line' : unknownLine[kind], line, { movement });
      return;
    }
    if (movement.amount !== line.gross) {
      report('amount-differs', line, { movement });
      return;
    }
    const otherRun = settledElsewhere.get(movement.item);
    if (otherRun !== undefined) {
      report('duplicate-line', line, { movement, detail: `settled by run ${otherRun}` });
      return;
    }
    items.push({ item: movement.item, line: line.line, gateway, gross: line.gross, fee: line.fee });
    if (movement.isHeld) reportMovement('held-for-review', movement, line.line);
    const feeError = kind === 'payment' ? findFeeError(line, gateway, feeRates) : null;
    if (feeError !== null) report('fee-unexpected', line, { movement, detail: feeError });
  }

  function compareFee(line: SettlementLine): void {
    const gateway = line.gateway ?? '';
    if (line.currency !== ourCurrency) {
      report('currency', line, { movement: null, detail: line.currency });
      return;
    }
    const what = ['fee', settlement, gateway, line.reference, line.fee].join(' ');
    items.push({ item: `${what} ${countOccurrence(what)}`, line: line.line, gateway, gross: 0, fee: line.fee });
  }

  for (const line of lines) {
    if (line.kind === 'fee') compareFee(line);
    else if (line.kind === 'other') report('other', line, { movement: null, detail: line.type });
    else compareMovement(line.kind, line);
  }
  for (const movement of movements) {
    const { item, isOfPeriod, isExpected } = movement;
    const isAccountedFor = named.has(item) || settledElsewhere.has(item) || explained.has(item);
    if (isOfPeriod && isExpected && !isAccountedFor) reportMovement('missing-there', movement, null);
  }
  return { items, differences, named };
}
