import { compareSettlement, type Compared, type ComparedMovement } from './compare';
import type { SettlementLine } from './model';

const movement = (reference: string, given: Partial<ComparedMovement> = {}): ComparedMovement => ({
  ...{ item: `payment-credited fpx ${reference}`, gateway: 'fpx', kind: 'payment', references: [reference] },
  ...{ numbers: [`number-of-${reference}`], amount: 13_878, currency: 'MYR', at: '2026-11-30T01:00:00.000Z' },
  ...{ refid: `refid-of-${reference}`, isHeld: false, isExpected: true, isOfPeriod: true },
  ...given,
});

const line = (number: number, reference: string, given: Partial<SettlementLine> = {}): SettlementLine => ({
  ...{ line: number, kind: 'payment', type: null, gateway: 'fpx', reference, currency: 'MYR', gross: 13_878, fee: 100 },
  ...given,
});

function compare(given: Partial<Compared>) {
  const { items, differences } = compareSettlement({
    ...{ settlement: 7, lines: [], owner: 'gateway', feeRates: {}, movements: [] },
    ...{ settledElsewhere: new Map(), explained: new Set() },
    ...given,
  });
  return {
    settled: items.map(({ line: number }) => number),
    differences: differences.map(({ kind, line: number }) => [kind, number]),
    found: differences,
    items,
  };
}

test('a line settles the payment of its reference and amount', () => {
  const { items, differences } = compare({ movements: [movement('a')], lines: [line(2, 'a')] });
  expect(items).toEqual([{ item: 'payment-credited fpx a', line: 2, gateway: 'fpx', gross: 13_878, fee: 100 }]);
  expect(differences).toEqual([]);
});

test('lines are found by our numbers where the file has those', () => {
  const lines = [line(2, 'number-of-a'), line(3, 'b')];
  const found = compare({ owner: 'attempt', movements: [movement('a'), movement('b')], lines });
  expect(found.settled).toEqual([2]);
  expect(found.differences).toEqual([
    ['missing-here', 3],
    ['missing-there', null],
  ]);
});

test.each<[string, Partial<Compared>, [string, number | null][], number[]]>([
  ['a payment that is not booked here', { lines: [line(2, 'x')] }, [['missing-here', 2]], []],
  [
    'a payment of another gateway',
    { movements: [movement('a', { isOfPeriod: false })], lines: [line(2, 'a', { gateway: 'acquirer' })] },
    [['missing-here', 2]],
    [],
  ],
  ['a payment that is not in the file', { movements: [movement('a')] }, [['missing-there', null]], []],
  ['a payment of another day that is not in the file', { movements: [movement('a', { isOfPeriod: false })] }, [], []],
  [
    'a reversed card verification that is not in the file',
    { movements: [movement('a', { isExpected: false })] },
    [],
    [],
  ],
  [
    'another amount',
    { movements: [movement('a')], lines: [line(2, 'a', { gross: 13_887 })] },
    [['amount-differs', 2]],
    [],
  ],
  ['a line again', { movements: [movement('a')], lines: [line(2, 'a'), line(3, 'a')] }, [['duplicate-line', 3]], [2]],
  [
    'an unknown line again',
    { lines: [line(2, 'x'), line(3, 'x')] },
    [
      ['missing-here', 2],
      ['duplicate-line', 3],
    ],
    [],
  ],
  [
    'a payment that another settlement has',
    { movements: [movement('a')], lines: [line(2, 'a')], settledElsewhere: new Map([['payment-credited fpx a', 4]]) },
    [['duplicate-line', 2]],
    [],
  ],
  [
    'held money',
    { movements: [movement('a', { isHeld: true })], lines: [line(2, 'a')] },
    [['held-for-review', 2]],
    [2],
  ],
  [
    'another currency',
    { movements: [movement('a')], lines: [line(2, 'a', { currency: 'SGD' })] },
    [['currency', 2]],
    [],
  ],
  [
    'ringgit for money of another currency',
    { movements: [movement('a', { currency: 'SGD' })], lines: [line(2, 'a')] },
    [['currency', 2]],
    [],
  ],
  [
    'a refund that is not recorded',
    { movements: [movement('a', { isOfPeriod: false })], lines: [line(2, 'a', { kind: 'refund', gross: -500 })] },
    [['refund', 2]],
    [],
  ],
  [
    'a chargeback that is not recorded',
    { lines: [line(2, 'a', { kind: 'chargeback', gross: -500 })] },
    [['chargeback', 2]],
    [],
  ],
  [
    'a line of an unknown type',
    { lines: [line(2, '', { kind: 'other', type: 'Adjustment', gateway: null, gross: -100 })] },
    [['other', 2]],
    [],
  ],
  ['a fee of its own', { lines: [line(2, '', { kind: 'fee', gateway: null, gross: 0, fee: 3_000 })] }, [], [2]],
  [
    'a payment with an open difference of another settlement',
    { movements: [movement('a')], explained: new Set(['payment-credited fpx a']) },
    [],
    [],
  ],
])('%s', (_name, given, differences, settled) => {
  const found = compare(given);
  expect(found.differences).toEqual(differences);
  expect(found.settled).toEqual(settled);
});

describe('an agreed fee', () => {
  // 1.5 % of RM138.78 is RM2.08; with 20 sen RM2.28.
  const feeRates = { fpx: { percent: 1.5, fixed: 20 } };
  test.each([
    [227, 0],
    [228, 0],
    [229, 0],
    [226, 1],
    [230, 1],
    [0, 1],
  ])('a fee of %d sen has %d differences, and the payment is settled', (fee, count) => {
    const found = compare({ feeRates, movements: [movement('a')], lines: [line(2, 'a', { fee })] });
    expect(found.found.map(({ kind, detail }) => [kind, detail])).toEqual(
      count === 0 ? [] : [['fee-unexpected', 'agreed: 228 sen']],
    );
    expect(found.settled).toEqual([2]);
  });
});

describe('a refund', () => {
  const refund = movement('a', {
    ...{ item: 'refund-succeeded r-1', kind: 'refund', amount: -2_000, references: ['a', 'r-1'] },
  });
  test.each(['a', 'r-1'])('is found by the reference %s of its payment, or its own', (reference) => {
    const lines = [line(2, reference, { kind: 'refund', gross: -2_000, fee: 0 })];
    expect(compare({ movements: [refund], lines })).toMatchObject({ settled: [2], differences: [] });
  });

  test('is not the payment of the same reference', () => {
    const movements = [movement('a'), refund];
    const found = compare({ movements, lines: [line(2, 'a', { kind: 'refund', gross: -2_000 }), line(3, 'a')] });
    expect(found).toMatchObject({ settled: [2, 3], differences: [] });
  });
});

test('a payment that was held and credited under one reference is two movements, and each has one line', () => {
  const held = movement('a', { item: 'payment-held fpx a', isHeld: true });
  const movements = [movement('a'), held];
  expect(compare({ movements, lines: [line(2, 'a')] }).differences).toEqual([['missing-there', null]]);
  expect(compare({ movements, lines: [line(2, 'a'), line(3, 'a')] }).differences).toEqual([['held-for-review', 3]]);
});

test('a difference has the same subject in a later run, and each line of a file its own', () => {
  const lines = [line(2, 'x', { kind: 'other', type: 'A' }), line(3, 'x', { kind: 'other', type: 'A' })];
  const [one, two] = [compare({ lines }), compare({ lines: [line(1, 'y'), ...lines] })].map(({ found }) =>
    found.filter(({ kind }) => kind === 'other').map(({ subject }) => subject),
  );
  expect(one).toEqual(two);
  expect(new Set(one).size).toBe(2);
});
