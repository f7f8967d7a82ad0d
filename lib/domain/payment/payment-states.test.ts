import {
  attemptTransitions,
  attemptStates,
  hasEnded,
  mayHoldMoney,
  canTransition,
  acceptsMoney,
  canTransitionOrder,
  orderStates,
  type AttemptState,
} from './payment-states';

function reachableFrom(start: AttemptState): Set<AttemptState> {
  const seen = new Set<AttemptState>([start]);
  const waiting = [start];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const next of attemptTransitions[state]) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return seen;
}

test('every state is reached from created', () => {
  expect([...reachableFrom('created')].sort()).toEqual([...attemptStates].sort());
});

test.each(['created', 'initiated', 'redirected', 'authorised', 'pending', 'pending-approval'] as const)(
  '%s has not ended and can still reach each final state',
  (state) => {
    expect(hasEnded(state)).toBe(false);
    expect([...reachableFrom(state)]).toEqual(expect.arrayContaining(['failed', 'expired', 'cancelled', 'successful']));
  },
);

test.each(['successful', 'failed', 'expired', 'cancelled'] as const)(
  '%s is an end, which only late money changes',
  (state) => {
    expect(hasEnded(state)).toBe(true);
    const next = attemptStates.filter((other) => canTransition(state, other));
    expect(next).toEqual(state === 'successful' ? [] : ['successful']);
  },
);

test('an order is paid once, and also after it has expired; a cancelled one is not', () => {
  const payable = orderStates.filter((state) => canTransitionOrder(state, 'paid'));
  expect(payable).toEqual(['open', 'cancelled', 'expired']);
  // Money for a cancelled order is for a person to decide.
  expect(orderStates.filter(acceptsMoney)).toEqual(['open', 'expired']);
  for (const state of orderStates) expect(canTransitionOrder(state, 'open')).toBe(false);
  for (const state of ['cancelled', 'expired'] as const) expect(canTransitionOrder('open', state)).toBe(true);
});

test('no state moves to itself, and nothing returns to created', () => {
  for (const state of attemptStates) {
    expect(canTransition(state, state)).toBe(false);
    expect(canTransition(state, 'created')).toBe(false);
  }
});

test('no attempt succeeds before it is sent to a gateway', () => {
  expect(canTransition('created', 'successful')).toBe(false);
  expect(canTransition('created', 'redirected')).toBe(false);
});

test.each([
  ['created', false],
  ['initiated', false],
  ['redirected', false],
  ['authorised', true],
  ['pending', true],
  ['pending-approval', true],
  ['successful', true],
  ['failed', false],
  ['expired', false],
  ['cancelled', false],
] as const)('%s may hold money: %s', (state, holds) => {
  expect(mayHoldMoney(state)).toBe(holds);
});
