import { attemptStates } from '@/lib/domain/payment/payment-states';
import { outcomeOf, sumUp, type EndedAttempts } from './outcome';

const gateway = {
  causeOf: (code: string) => (code === '90' ? ('fault' as const) : code === '1A' ? ('unfinished' as const) : null),
};

test.each([
  ['successful', '00', 'paid'],
  ['authorised', '', 'paid'],
  // A company's payment that its bank has taken.
  ['pending-approval', '99', 'paid'],
  ['failed', '90', 'fault'],
  ['expired', '1A', 'unfinished'],
  ['pending', '1A', 'unfinished'],
  ['failed', 'initiation-failed', 'unfinished'],
  // Not enough money, a wrong PIN, a limit: the payer's.
  ['failed', '51', null],
  ['failed', '', null],
  // A payer who never went to the bank.
  ['expired', '', null],
  // Whatever a code says: the payer has cancelled, or is still at the bank.
  ['cancelled', '90', null],
  ['redirected', '90', null],
  ['initiated', '', null],
  ['created', '', null],
] as const)('row 60: an attempt that is %s with the code "%s" tells %s', (state, reasonCode, outcome) => {
  expect(outcomeOf({ state, reasonCode }, gateway)).toBe(outcome);
});

test('a gateway whose codes do not tell, or that is no longer configured, is never a reason to call a bank failing', () => {
  for (const one of [{}, null]) {
    const told = attemptStates.map((state) => outcomeOf({ state, reasonCode: '90' }, one));
    expect(new Set(told)).toEqual(new Set(['paid', null]));
  }
});

describe('the sum', () => {
  const ended = (changes: Partial<EndedAttempts>): EndedAttempts => ({
    ...{ method: 'fpx', gateway: 'fpx', state: 'successful', reasonCode: '00', isSlow: false, orders: 1, networks: 1 },
    ...changes,
  });

  test('counts orders that are paid, and networks of whatever makes a bank look bad', () => {
    const sum = sumUp(
      [
        ended({ orders: 20, networks: 4 }),
        ended({ orders: 6, networks: 2, isSlow: true }),
        ended({ state: 'failed', reasonCode: '90', orders: 9, networks: 3 }),
        ended({ state: 'expired', reasonCode: '1A', orders: 30, networks: 1 }),
        ended({ state: 'failed', reasonCode: '51', orders: 50, networks: 50 }),
        ended({ gateway: 'gone', state: 'failed', reasonCode: '90', orders: 7, networks: 7 }),
      ],
      (name) => (name === 'fpx' ? gateway : null),
    );
    expect(sum).toEqual({ paid: 26, slow: 2, faults: 3, unfinished: 1 });
  });

  test('has no slow payments of companies: their second person approves them later', () => {
    const slow = ended({ method: 'fpxCorporate', isSlow: true });
    expect(sumUp([slow], () => gateway)).toEqual({ paid: 1, slow: 0, faults: 0, unfinished: 0 });
  });
});
