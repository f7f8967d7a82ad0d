import fc from 'fast-check';
import { fileErrorNames, type FileError } from '../system/settlement-files';

/** What operators do with a payment's money. `order`, `attempt` and `day` count from the newest. */
export type OperatorAction =
  | { readonly do: 'refund'; readonly order: number; readonly part: 'all' | 'some' }
  /** The newest refund that waits for a second person. */
  | { readonly do: 'approve-refund' }
  /** The newest refund that waits for a bank transfer. */
  | { readonly do: 'settle-refund'; readonly isMade: boolean }
  /** The newest money that is held for review. */
  | { readonly do: 'decide-review'; readonly decision: 'apply' | 'return' }
  /** A dispute of a payment by card begins, and is recorded. */
  | { readonly do: 'chargeback'; readonly attempt: number; readonly amount: number }
  /** The newest chargeback that is open. */
  | { readonly do: 'close-chargeback'; readonly outcome: 'won' | 'lost' }
  /** The settlement file of a day arrives. `error`: in the file, if it is the first of that day. */
  | { readonly do: 'reconcile'; readonly day: number; readonly error: FileError | null };

export const reconcileAction: fc.Arbitrary<OperatorAction> = fc.record({
  do: fc.constant('reconcile' as const),
  day: fc.nat({ max: 2 }),
  error: fc.oneof(fc.constant(null), fc.constantFrom(...fileErrorNames)),
});

export const operatorAction: fc.Arbitrary<OperatorAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order: fc.nat({ max: 3 }),
      part: fc.constantFrom('all' as const, 'some' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('approve-refund' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('settle-refund' as const), isMade: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide-review' as const),
      decision: fc.constantFrom('apply' as const, 'return' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('chargeback' as const),
      attempt: fc.nat({ max: 3 }),
      amount: fc.constantFrom(13_878, 9_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('close-chargeback' as const),
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: reconcileAction },
);

const kinds: Readonly<Record<OperatorAction['do'], true>> = {
  refund: true,
  'approve-refund': true,
  'settle-refund': true,
  'decide-review': true,
  chargeback: true,
  'close-chargeback': true,
  reconcile: true,
};

export function isOperatorAction(action: { readonly do: string }): action is OperatorAction {
  return Object.hasOwn(kinds, action.do);
}
