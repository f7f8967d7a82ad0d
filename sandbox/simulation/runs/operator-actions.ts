import fc from 'fast-check';

/** What operators do with a payment's money. `order` counts from the newest. */
export type OperatorAction =
  | { readonly do: 'refund'; readonly order: number; readonly part: 'all' | 'some' }
  /** The newest refund that waits for a second person. */
  | { readonly do: 'approve-refund' }
  /** The newest refund that waits for a bank transfer. */
  | { readonly do: 'settle-refund'; readonly isMade: boolean };

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
);

export function isOperatorAction(action: { readonly do: string }): action is OperatorAction {
  return action.do === 'refund' || action.do === 'approve-refund' || action.do === 'settle-refund';
}
