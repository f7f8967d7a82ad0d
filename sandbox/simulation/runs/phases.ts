import fc from 'fast-check';
import type { BackendIndex } from '../processes/backend-processes';
import { networkStates, type Button, type NetworkState } from '../system/banks';
import { cardChoices, choices, type CardChoice, type MethodChoice } from './method-choices';
import { operatorAction, reconcileAction, type OperatorAction } from './operator-actions';
import type { PlannedFault } from './scheduler';

/** An index counted from the newest. */
type Back = number;

/** What payers and their banks do, and the timers of the backends. */
export type PayerAction =
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
  | { readonly do: 'repeat'; readonly attempt: Back }
  | { readonly do: 'deliver'; readonly report: Back }
  | { readonly do: 'forge'; readonly report: Back; readonly how: 'amount' | 'number' }
  | { readonly do: 'result' | 'cancel'; readonly order: Back }
  | { readonly do: 'register'; readonly order: Back; readonly card: CardChoice }
  | { readonly do: 'run-jobs' };

export type Action = PayerAction | OperatorAction;

export interface AssignedAction {
  readonly action: Action;
  /** The backend that executes it. */
  readonly backend: BackendIndex;
}

export type Phase =
  | {
      readonly kind: 'concurrent';
      readonly actions: readonly AssignedAction[];
      readonly seed: number;
      readonly fault: PlannedFault | null;
    }
  /** Time passes: jobs run meanwhile, or no backend runs. */
  | { readonly kind: 'time'; readonly minutes: number; readonly runsJobs: boolean }
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), attempt: mostlyNewest }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const), report: back }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('forge' as const),
      report: back,
      how: fc.constantFrom('amount' as const, 'number' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('result' as const, 'cancel' as const), order: mostlyNewest }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('run-jobs' as const) }) },
  { weight: 2, arbitrary: operatorAction },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      order: mostlyNewest,
      card: fc.constantFrom(...cardChoices),
    }),
  },
);

const backend = fc.constantFrom<BackendIndex[]>(0, 1);

/** Mostly none: a violation without any fault is the easiest to understand. */
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

const concurrentOf = (actions: fc.Arbitrary<AssignedAction[]>) =>
  fc.record({ kind: fc.constant('concurrent' as const), actions, seed: fc.nat(), fault });

const time = fc.record({
  kind: fc.constant('time' as const),
  minutes: fc.constantFrom(1, 2, 6, 6, 16, 16, 70, 25 * 60, 3 * 24 * 60, 5 * 24 * 60 + 1),
  runsJobs: fc.boolean(),
});

const phase: fc.Arbitrary<Phase> = fc.oneof(
  {
    weight: 8,
    arbitrary: concurrentOf(fc.array(fc.record({ action, backend }), { minLength: 1, maxLength: 4, size: 'max' })),
  },
  { weight: 2, arbitrary: time },
  {
    weight: 2,
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
    { do: 'deliver', report: 0 },
    { do: 'deliver', report: 1 },
    { do: 'run-jobs' },
  ),
  fc
    .constantFrom<MethodChoice[]>('public-bank', 'corporate', 'counter')
    .map((choice): Action => ({ do: 'init', order: 0, choice, isRetry: false })),
);

const singlePhase = (on: BackendIndex, does: Action): Phase => ({
  kind: 'concurrent',
  actions: [{ action: does, backend: on }],
  seed: 0,
  fault: null,
});

/** Methods that are paid after the payment was initiated. */
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

/** A payment that is initiated, time that may pass, and what happens then. */
const begun = (later: fc.Arbitrary<Phase | null>, then: fc.Arbitrary<Phase>): fc.Arbitrary<readonly Phase[]> =>
  fc
    .tuple(fc.constantFrom(...paidElsewhere), backend, later, then)
    .map(([choice, on, pause, conflict]) => [
      singlePhase(on, { do: 'create' }),
      singlePhase(on, { do: 'init', order: 0, choice, isRetry: false }),
      ...(pause === null ? [] : [pause]),
      conflict,
    ]);

const payingWhile = (most: number) =>
  concurrentOf(
    fc
      .tuple(paying, fc.array(interfering, { maxLength: most, size: 'max' }), backend, backend)
      .map(([pays, others, first, second]) => [
        { action: pays, backend: first },
        ...others.map((other) => ({ action: other, backend: second })),
      ]),
  );

/** A new payment that is paid while other tabs, timers and callbacks interfere: this reveals a missing lock or guard. */
const rush = begun(
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: time }),
  payingWhile(3),
);

/** A bank's page that is paid long after its payment was given up, which is credited, or after it was cancelled, which is for review. */
const late = begun(
  fc.oneof(
    fc.constantFrom(16, 3 * 24 * 60).map((minutes): Phase => ({ kind: 'time', minutes, runsJobs: true })),
    backend.map((on) => singlePhase(on, { do: 'cancel', order: 0 })),
  ),
  payingWhile(1),
);

/** A payment that is paid, and then refunded by several commands at once while jobs run on both backends. */
const refunded: fc.Arbitrary<readonly Phase[]> = fc
  .tuple(
    begun(fc.constant(null), payingWhile(0)),
    fc.array(
      concurrentOf(
        fc.array(
          fc.record({
            action: fc.oneof(
              { weight: 3, arbitrary: operatorAction },
              { weight: 2, arbitrary: fc.constant<Action>({ do: 'run-jobs' }) },
            ),
            backend,
          }),
          { minLength: 2, maxLength: 4, size: 'max' },
        ),
      ),
      { minLength: 1, maxLength: 3, size: 'max' },
    ),
  )
  .map((groups) => groups.flat());

/** Money that arrives for a payment which was cancelled, and which several commands apply or return at once. */
const decided: fc.Arbitrary<readonly Phase[]> = fc
  .tuple(
    begun(
      backend.map((on) => singlePhase(on, { do: 'cancel', order: 0 })),
      payingWhile(0),
    ),
    concurrentOf(
      fc
        .array(fc.constantFrom('apply' as const, 'return' as const), { minLength: 1, maxLength: 3, size: 'max' })
        .map((decisions) =>
          decisions.map((decision, index): AssignedAction => ({
            action: { do: 'decide-review', decision },
            backend: index % 2 === 0 ? 0 : 1,
          })),
        ),
    ),
  )
  .map(([held, decisions]) => [...held, decisions]);

/** A payment by card that is disputed, and whose dispute may end. */
const disputed: fc.Arbitrary<readonly Phase[]> = fc
  .tuple(
    backend,
    fc.constantFrom<CardChoice>(...cardChoices),
    payingWhile(0),
    fc.constantFrom(13_878, 9_000),
    fc.constantFrom('won' as const, 'lost' as const, null),
  )
  .map(([on, choice, pays, amount, outcome]) => [
    singlePhase(on, { do: 'create' }),
    singlePhase(on, { do: 'init', order: 0, choice, isRetry: false }),
    pays,
    singlePhase(on, { do: 'chargeback', attempt: 0, amount }),
    ...(outcome === null ? [] : [singlePhase(on, { do: 'close-chargeback', outcome })]),
  ]);

/** A payment whose settlement file several operators reconcile at once while jobs run; later the file may be complete. */
const reconciled: fc.Arbitrary<readonly Phase[]> = fc
  .tuple(
    begun(fc.constant(null), payingWhile(1)),
    concurrentOf(
      fc.array(
        fc.record({
          action: fc.oneof(
            { weight: 3, arbitrary: reconcileAction },
            { weight: 1, arbitrary: operatorAction },
            { weight: 1, arbitrary: fc.constant<Action>({ do: 'run-jobs' }) },
          ),
          backend,
        }),
        { minLength: 2, maxLength: 3, size: 'max' },
      ),
    ),
  )
  .map((groups) => groups.flat());

const alone = (...actions: readonly Action[]): readonly Phase[] => actions.map((does) => singlePhase(0, does));
const initiate = (choice: MethodChoice): Action => ({ do: 'init', order: 0, choice, isRetry: false });
const approve: Action = { do: 'press', attempt: 0, button: 'approve', isSilent: false, then: [] };
const minutes = (span: number): Phase => ({ kind: 'time', minutes: span, runsJobs: true });

/** A call to a bank whose answer is lost: what leads to it, the call, and what asks for its outcome. */
const unanswered: fc.Arbitrary<readonly Phase[]> = fc
  .tuple(
    fc.constantFrom<NetworkState>('answers-lost', 'throttled', 'lossy', 'lossy'),
    fc.oneof(
      fc.constantFrom<MethodChoice>('card-approved', 'card-challenged', 'counter', 'duitnow').map((choice) => ({
        before: alone({ do: 'create' }),
        lost: alone(initiate(choice), { do: 'result', order: 0 }),
      })),
      fc.constantFrom<MethodChoice>('maybank', 'wallet', 'counter', 'duitnow').map((choice) => ({
        before: alone({ do: 'create' }, initiate(choice), approve),
        lost: alone({ do: 'result', order: 0 }, { do: 'run-jobs' }),
      })),
      fc
        .tuple(
          fc.constantFrom<MethodChoice>('card-approved', 'card-approved', 'wallet', 'maybank2u'),
          fc.constantFrom('all' as const, 'some' as const),
        )
        .map(([choice, part]) => ({
          before: alone({ do: 'create' }, initiate(choice), approve, { do: 'result', order: 0 }),
          lost: alone({ do: 'refund', order: 0, part }, { do: 'approve-refund' }, { do: 'run-jobs' }),
        })),
      fc.constantFrom<MethodChoice>('counter', 'duitnow').map((choice) => ({
        before: alone({ do: 'create' }, initiate(choice)),
        lost: alone({ do: 'cancel', order: 0 }, initiate('public-bank')),
      })),
      fc.constant({
        before: alone({ do: 'create' }, initiate('card-approved'), { do: 'result', order: 0 }),
        lost: alone({ do: 'register', order: 0, card: 'card-approved' }, { do: 'run-jobs' }),
      }),
    ),
  )
  .map(([state, { before, lost }]) => [
    ...before,
    { kind: 'network', state },
    ...lost,
    minutes(70),
    { kind: 'network', state: 'up' },
  ]);

/** Payments of one account that are initiated at the same time: of three new ones, two have the same account, and one of these is confirmed. */
const beside: fc.Arbitrary<readonly Phase[]> = fc
  .tuple(
    backend,
    concurrentOf(
      fc.tuple(fc.constantFrom(...paidElsewhere), fc.tuple(backend, backend, backend)).map(([choice, backends]) =>
        backends.map((on, order) => ({
          action: { do: 'init' as const, order, choice, isRetry: false },
          backend: on,
        })),
      ),
    ),
  )
  .map(([on, initiated]) => [...Array.from({ length: 3 }, () => singlePhase(on, { do: 'create' })), initiated]);

/** A run: its phases in order. */
export const runArbitrary: fc.Arbitrary<readonly Phase[]> = fc.noBias(
  fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: phase.map((one): readonly Phase[] => [one]) },
        { weight: 1, arbitrary: rush },
        { weight: 1, arbitrary: late },
        { weight: 1, arbitrary: beside },
        { weight: 1, arbitrary: refunded },
        { weight: 1, arbitrary: decided },
        { weight: 1, arbitrary: disputed },
        { weight: 1, arbitrary: reconciled },
        { weight: 3, arbitrary: unanswered },
      ),
      {
        minLength: 4,
        maxLength: 12,
        size: 'max',
      },
    )
    .map((groups) => groups.flat()),
);
