import { assessProvider, boundShare, type ProviderCounts } from './provider-health';

const counts = (changes: Partial<ProviderCounts>): ProviderCounts => ({
  ...{ paid: 0, slow: 0, faults: 0, unfinished: 0 },
  ...changes,
});
/** 5 % faults, 10 % slow, a fifth left at the bank. */
const usual = counts({ paid: 950, slow: 95, faults: 50, unfinished: 250 });

test.each([
  [0, 10],
  [5, 10],
  [8, 10],
  [10, 10],
  [50, 1000],
  [999, 1000],
])('the interval of %d of %d has the shares from which it is 2.576 standard errors away', (hits, of) => {
  const { lower, upper } = boundShare(hits, of);
  const errorsFrom = (share: number) => (hits / of - share) / Math.sqrt((share * (1 - share)) / of);
  if (hits > 0) expect(errorsFrom(lower)).toBeCloseTo(2.576, 6);
  else expect(lower).toBeCloseTo(0, 10);
  if (hits < of) expect(errorsFrom(upper)).toBeCloseTo(-2.576, 6);
  else expect(upper).toBeCloseTo(1, 10);
});

describe('faults that the bank has reported', () => {
  test.each([
    ['3 of 4: too few', { paid: 1, faults: 3 }, null],
    ['all of 9: too few', { faults: 9 }, null],
    ['all of 10', { faults: 10 }, 'failing'],
    ['7 of 10', { paid: 3, faults: 7 }, 'failing'],
    ['4 of 10: chance may explain it', { paid: 6, faults: 4 }, null],
    ['2 of 10', { paid: 8, faults: 2 }, 'working'],
    ['40 of 200', { paid: 160, faults: 40 }, 'working'],
    ['80 of 200', { paid: 120, faults: 80 }, 'failing'],
  ] as const)('%s', (_name, recent, condition) => {
    expect(assessProvider(counts(recent), usual)).toBe(condition);
  });

  test('are compared with those of the same bank: one that always has many is not worse than usual', () => {
    const often = counts({ paid: 300, faults: 300 });
    expect(assessProvider(counts({ paid: 3, faults: 7 }), often)).toBeNull();
    expect(assessProvider(counts({ paid: 3, faults: 7 }), usual)).toBe('failing');
  });

  test.each([
    ['no', counts({})],
    ['too few', counts({ paid: 49 })],
  ])('are compared with nothing where there are %s payments before', (_name, before) => {
    expect(assessProvider(counts({ faults: 20 }), before)).toBeNull();
  });
});

describe('payments without an answer', () => {
  test.each([
    ['29 of 29: anybody can leave a page', { unfinished: 29 }, null],
    ['30 of 30', { unfinished: 30 }, 'failing'],
    ['20 of 30, with as many payments as make chance unlikely', { paid: 10, unfinished: 20 }, 'failing'],
    ['a third, where a fifth is usual', { paid: 100, unfinished: 50 }, 'working'],
    ['29 and a fault', { unfinished: 29, faults: 1 }, 'failing'],
  ] as const)('%s', (_name, recent, condition) => {
    expect(assessProvider(counts(recent), usual)).toBe(condition);
  });

  test('row 60: payments without an answer cost whoever wants a bank to look down more the more payments it makes', () => {
    const least = (paid: number) => {
      let unfinished = 0;
      while (assessProvider(counts({ paid, unfinished }), usual) !== 'failing') unfinished += 1;
      return unfinished;
    };
    expect(least(0)).toBe(30);
    expect(least(50)).toBeGreaterThan(40);
    expect(least(500)).toBeGreaterThan(270);
  });
});

describe('slow payments', () => {
  test.each([
    ['9 of 9: too few', { paid: 9, slow: 9 }, 'working'],
    ['all of 10', { paid: 10, slow: 10 }, 'slow'],
    ['3 of 10: chance may explain it', { paid: 10, slow: 3 }, 'working'],
    ['50 of 100', { paid: 100, slow: 50 }, 'slow'],
  ] as const)('%s', (_name, recent, condition) => {
    expect(assessProvider(counts(recent), usual)).toBe(condition);
  });

  test('are said of a bank that makes its payments: one that does not is failing', () => {
    expect(assessProvider(counts({ paid: 20, slow: 20, faults: 60 }), usual)).toBe('failing');
  });
});

describe('a provider that works', () => {
  test.each([
    ['has just made payments', { paid: 3 }, 'working'],
    ['not two only', { paid: 2 }, null],
    ['and none that few have tried', {}, null],
    ['not with many faults', { paid: 4, faults: 2 }, null],
  ] as const)('%s', (_name, recent, condition) => {
    expect(assessProvider(counts(recent), counts({}))).toBe(condition);
  });
});
