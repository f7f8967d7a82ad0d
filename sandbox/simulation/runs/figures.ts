import { bankCalls, type BankCall } from '../system/banks';
import { differenceKinds, type DifferenceKind } from '../../../backend/reconciliation/model';

const lostAnswerOf = (call: BankCall) => `answer lost: ${call}` as const;
const differenceOf = (kind: DifferenceKind) => `difference ${kind}` as const;

/** The figures of a run, in the order of the report: actions, outcomes of the money, and faults. */
const figureNames = [
  'commands',
  'orders',
  'orders of several accounts',
  'attempts',
  'payments confirmed by a bank',
  'of them by fpx',
  'of them by acquirer',
  'of them by eghl',
  'of them by counter',
  'of them by duitnow',
  'of them by carrier',
  'cards verified',
  'credits',
  'reviews',
  'reviews applied',
  'reviews returned',
  'late money credited',
  'late money held',
  'refunds',
  'refunds in full',
  'refunds in part',
  'refunds by bank transfer',
  'refunds approved by a second person',
  'chargebacks',
  'chargebacks won',
  'chargebacks lost',
  'settlement files reconciled',
  ...differenceKinds.map(differenceOf),
  'kill',
  'store-fails',
  'store-answer-lost',
  'network cut',
  'network answers-lost',
  'network stumbling',
  'network throttled',
  'network lossy',
  'report forged',
  ...bankCalls.map(lostAnswerOf),
  'bank silent',
  'clock moves',
] as const;
export type FigureName = (typeof figureNames)[number];

export { differenceOf, lostAnswerOf };

export interface Figures {
  count(name: FigureName, by?: number): void;
  add(others: Figures): void;
  read(): ReadonlyMap<FigureName, number>;
}

export function createFigures(): Figures {
  const counts = new Map<FigureName, number>(figureNames.map((name) => [name, 0]));
  const count = (name: FigureName, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by);
  return {
    count,
    add: (others) => others.read().forEach((by, name) => count(name, by)),
    read: () => counts,
  };
}
