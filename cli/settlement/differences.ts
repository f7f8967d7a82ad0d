import type { BookedPayment } from '../../backend/ledger/booked-payments';
import type { SettledPayment, SettlementFile, SettlementLine } from './settlement-file';

/** A payment in our ledger, and the gateway that took it. */
export interface GatewayPayment extends BookedPayment {
  readonly gateway: string;
}

/** A line that the product does not handle. `paymentId` is that of the payment that it names, if it is ours. */
interface ManualLine extends SettlementLine {
  readonly paymentId: string | null;
  readonly action: string;
}

/** Amounts are sen. */
export interface Differences {
  /** The number of payments in the file. */
  readonly settled: number;
  /** Settled, and not booked here. */
  readonly missingHere: readonly SettlementLine[];
  /** Booked on one of the days, and not settled. */
  readonly missingThere: readonly GatewayPayment[];
  readonly amountDiffers: readonly (GatewayPayment & { readonly line: number; readonly settledAmount: number })[];
  /** References of payments that are in the file more often than here. */
  readonly repeated: readonly string[];
  /** What the gateway kept of the payments, and fees that are lines of their own. */
  readonly fees: { readonly ofPayments: number; readonly lines: readonly SettlementLine[] };
  readonly refunds: readonly ManualLine[];
  readonly chargebacks: readonly ManualLine[];
  /** Lines of types that the profile does not name. */
  readonly others: readonly (ManualLine & { readonly type: string })[];
  /** The number of footers and ignored lines. */
  readonly ignored: number;
}

/** What the references of a file are: the gateway's own, or our numbers of attempts. */
export type ReferenceOwner = 'gateway' | 'attempt';

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

const lineKey = ({ gateway, reference }: SettlementLine) => `${gateway ?? ''} ${reference}`;

/** Takes the booked payment of a line from the list: one of the same amount, else the first. */
function takeBooked(booked: GatewayPayment[], { amount }: SettledPayment): GatewayPayment | undefined {
  const same = booked.findIndex((payment) => payment.amount === amount);
  return booked.splice(Math.max(same, 0), 1)[0];
}

/**
 * Compares a settlement file with payments that were booked on its days. `otherDays` has payments of the same references that were booked on
 * other days.
 */
export function findDifferences(
  file: SettlementFile,
  booked: readonly GatewayPayment[],
  otherDays: readonly GatewayPayment[],
  owner: ReferenceOwner,
): Differences {
  const bookedKey = (payment: GatewayPayment) =>
    `${payment.gateway} ${owner === 'gateway' ? payment.reference : payment.number}`;
  const known = groupBy([...booked, ...otherDays], bookedKey);
  const left = new Map([...known].map(([key, payments]) => [key, [...payments]]));
  const missingHere: SettlementLine[] = [];
  const amountDiffers: Differences['amountDiffers'][number][] = [];
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const settled of file.payments) {
    const { fee: _fee, ...line } = settled;
    const key = lineKey(settled);
    const payment = takeBooked(left.get(key) ?? [], settled);
    if (payment !== undefined && payment.amount !== settled.amount) {
      amountDiffers.push({ ...payment, line: settled.line, settledAmount: settled.amount });
    }
    if (payment === undefined && seen.has(key)) repeated.add(settled.reference);
    if (!known.has(key)) missingHere.push(line);
    seen.add(key);
  }
  const unsettled = new Set([...left.values()].flat());
  const findPaymentId = (line: SettlementLine) => known.get(lineKey(line))?.[0]?.paymentId ?? null;
  const manual = (action: string) => (line: SettlementLine) => ({ ...line, paymentId: findPaymentId(line), action });
  return {
    settled: file.payments.length,
    missingHere,
    missingThere: booked.filter((payment) => unsettled.has(payment)),
    amountDiffers,
    repeated: [...repeated],
    fees: { ofPayments: file.payments.reduce((sum, { fee }) => sum + fee, 0), lines: file.fees },
    refunds: file.refunds.map(manual('refund, to be handled by a person')),
    chargebacks: file.chargebacks.map(manual('chargeback, to be handled by a person')),
    others: file.others.map((line) => ({
      ...manual('unknown type, to be checked by a person')(line),
      type: line.type,
    })),
    ignored: file.ignored,
  };
}
