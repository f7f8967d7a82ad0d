import fc from 'fast-check';
import type { Place } from '../processes/backend-processes';
import { networkStates, type Button, type NetworkState } from '../system/banks';
import { cardChoices, choices, type CardChoice, type MethodChoice } from './method-choices';
import type { PlannedFault } from './scheduler';

/** Which of those there are, counted from the newest. */
type Back = number;

export type Action =
  | { readonly do: 'create' }
  | { readonly do: 'init'; readonly order: Back; readonly choice: MethodChoice; readonly isRetry: boolean }
  | {
      readonly do: 'press';
      readonly attempt: Back;
      readonly button: Button;
      readonly isSilent: boolean;
      readonly then: readonly ('callback' | 'return')[];
    }
  | { readonly do: 'settle'; readonly attempt: Back; readonly isPaid: boolean; readonly isSilent: boolean }
  | { readonly do: 'bring'; readonly letter: Back }
  | { readonly do: 'forge'; readonly letter: Back; readonly how: 'amount' | 'number' }
  | { readonly do: 'result' | 'cancel'; readonly order: Back }
  | { readonly do: 'register'; readonly order: Back; readonly card: CardChoice }
  | { readonly do: 'work' };

export interface Placed {
  readonly action: Action;
  /** The backend that does it. */
  readonly place: Place;
}

export type Move =
  | {
      readonly kind: 'at-once';
      readonly actions: readonly Placed[];
      readonly seed: number;
      readonly fault: PlannedFault | null;
    }
  /** Timed work is done meanwhile, or no backend runs. */
  | { readonly kind: 'time'; readonly minutes: number; readonly isWorked: boolean }
  | { readonly kind: 'network'; readonly state: NetworkState };

const back = fc.nat({ max: 3 });
const mostlyNewest = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: back });

const buttons = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Button>('approve') },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Button>('decline', 'cancel', 'leave-pending', 'pending-approval', 'pending-approval'),
  },
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('init' as const),
      order: mostlyNewest,
      choice: fc.constantFrom<MethodChoice[]>(...choices, 'corporate'),
      isRetry: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('press' as const),
      attempt: mostlyNewest,
      button: buttons,
      isSilent: fc.boolean(),
      then: fc.subarray(['callback', 'return'] as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      attempt: mostlyNewest,
      isPaid: fc.boolean(),
      isSilent: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('bring' as const), letter: back }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('forge' as const),
      letter: back,
      how: fc.constantFrom('amount' as const, 'number' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('result' as const, 'cancel' as const), order: mostlyNewest }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      order: mostlyNewest,
      card: fc.constantFrom(...cardChoices),
    }),
  },
);

const place = fc.constantFrom<Place[]>(0, 1);

/** Mostly none: what breaks without any fault is the easiest to understand. */
const fault: fc.Arbitrary<PlannedFault | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('kill' as const, 'kill' as const, 'store-fails' as const, 'store-answer-lost' as const),
      at: fc.nat({ max: 50 }),
    }),
  },
);

const atOnceOf = (actions: fc.Arbitrary<Placed[]>) =>
  fc.record({ kind: fc.constant('at-once' as const), actions, seed: fc.nat(), fault });

const time = fc.record({
  kind: fc.constant('time' as const),
  minutes: fc.constantFrom(1, 2, 6, 6, 16, 16, 70, 25 * 60, 3 * 24 * 60, 5 * 24 * 60 + 1),
  isWorked: fc.boolean(),
});

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: atOnceOf(fc.array(fc.record({ action, place }), { minLength: 1, maxLength: 4, size: 'max' })),
  },
  { weight: 2, arbitrary: time },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('network' as const),
      state: fc.oneof(fc.constant<NetworkState>('up'), fc.constantFrom(...networkStates)),
    }),
  },
);

const paying = fc
  .subarray(['callback', 'return'] as const, { minLength: 1 })
  .map((then): Action => ({ do: 'press', attempt: 0, button: 'approve', isSilent: false, then }));
const interfering: fc.Arbitrary<Action> = fc.oneof(
  fc.constantFrom<Action>(
    { do: 'cancel', order: 0 },
    { do: 'cancel', order: 0 },
    { do: 'result', order: 0 },
    { do: 'bring', letter: 0 },
    { do: 'bring', letter: 1 },
    { do: 'work' },
  ),
  fc
    .constantFrom<MethodChoice[]>('public-bank', 'corporate', 'counter')
    .map((choice): Action => ({ do: 'init', order: 0, choice, isRetry: false })),
);

const alone = (on: Place, does: Action): Move => ({
  kind: 'at-once',
  actions: [{ action: does, place: on }],
  seed: 0,
  fault: null,
});

/** What is paid after it was begun. */
const paidElsewhere: readonly MethodChoice[] = [
  'maybank',
  'corporate',
  'card-challenged',
  'wallet',
  'maybank2u',
  'carrier',
  'counter',
  'duitnow',
];

/** A payment that is begun by itself, and time that may go by before what comes then. */
const begun = (later: fc.Arbitrary<Move | null>, then: fc.Arbitrary<Move>): fc.Arbitrary<readonly Move[]> =>
  fc
    .tuple(fc.constantFrom(...paidElsewhere), place, later, then)
    .map(([choice, on, pause, conflict]) => [
      alone(on, { do: 'create' }),
      alone(on, { do: 'init', order: 0, choice, isRetry: false }),
      ...(pause === null ? [] : [pause]),
      conflict,
    ]);

const payingWhile = (most: number) =>
  atOnceOf(
    fc
      .tuple(paying, fc.array(interfering, { maxLength: most, size: 'max' }), place, place)
      .map(([pays, others, first, second]) => [
        { action: pays, place: first },
        ...others.map((other) => ({ action: other, place: second })),
      ]),
  );

/** A fresh payment that is paid while other tabs, timers and letters get in the way: where a missing lock or guard shows. */
const rush = begun(
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: time }),
  payingWhile(3),
);

/** A bank's page that is paid when its payment has long been given up. */
const late = begun(
  fc.constantFrom(16, 3 * 24 * 60, 3 * 24 * 60).map((minutes): Move => ({ kind: 'time', minutes, isWorked: true })),
  payingWhile(1),
);

/** What happens in one run, in order. */
export const movesArbitrary: fc.Arbitrary<readonly Move[]> = fc.noBias(
  fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: move.map((one): readonly Move[] => [one]) },
        { weight: 1, arbitrary: rush },
        { weight: 1, arbitrary: late },
      ),
      {
        minLength: 4,
        maxLength: 12,
        size: 'max',
      },
    )
    .map((groups) => groups.flat()),
);
