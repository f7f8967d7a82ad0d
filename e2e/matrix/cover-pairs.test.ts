import { coverPairs, listPairs, type Combination } from './cover-pairs';

/** Every possible combination of the values. */
function combine(factors: Readonly<Record<string, readonly string[]>>, isPossible = (_: Combination) => true) {
  const all = Object.entries(factors).reduce<Combination[]>(
    (partial, [factor, values]) => partial.flatMap((one) => values.map((value) => ({ ...one, [factor]: value }))),
    [{}],
  );
  return all.filter(isPossible);
}

const selectCases = (all: readonly Combination[]) => coverPairs(all, listPairs);
const threeValues = ['1', '2', '3'];
const pairsOf = (cases: readonly Combination[]) => [...new Set(cases.flatMap(listPairs))].sort();

test('lists the pairs of a case', () => {
  expect(listPairs({ a: '1', b: '2', c: '3' })).toEqual(['a=1 & b=2', 'a=1 & c=3', 'b=2 & c=3']);
});

test('covers every pair with few cases', () => {
  const all = combine({ a: threeValues, b: threeValues, c: threeValues, d: threeValues });
  const chosen = selectCases(all);
  expect(pairsOf(chosen)).toEqual(pairsOf(all));
  // Nine of 81 is the theoretical minimum.
  expect(chosen.length).toBeGreaterThanOrEqual(9);
  expect(chosen.length).toBeLessThanOrEqual(12);
});

test('covers no impossible pair and all possible ones', () => {
  const isPossible = ({ a, b }: Combination) => !(a === '1' && b !== '1') && !(a === '2' && b === '3');
  const all = combine({ a: threeValues, b: threeValues, c: ['x', 'y'] }, isPossible);
  const chosen = selectCases(all);
  expect(chosen.every(isPossible)).toBe(true);
  expect(pairsOf(chosen)).toEqual(pairsOf(all));
  expect(pairsOf(chosen)).not.toContain('a=2 & b=3');
});

test('is deterministic, and returns an empty list for no cases', () => {
  const all = combine({ a: threeValues, b: ['x', 'y'] });
  expect(selectCases(all)).toEqual(selectCases(all));
  expect(selectCases(all)).toHaveLength(6);
  expect(selectCases([])).toEqual([]);
});
