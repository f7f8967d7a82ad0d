/** One case: the value of each factor. */
export type Combination = Readonly<Record<string, string>>;

/** Returns every pair of values of a case, each as one string. */
export function listPairs(combination: Combination): string[] {
  const values = Object.entries(combination).map(([factor, value]) => `${factor}=${value}`);
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} & ${other}`));
}

/**
 * Selects few of the possible cases that together cover every pair of values (pairwise testing). Greedy: the next case is the one with the
 * most uncovered pairs, the first of equal ones, so the result is deterministic. `readPairs` returns the pairs of a case.
 */
export function coverPairs<Case>(possible: readonly Case[], readPairs: (one: Case) => readonly string[]): Case[] {
  const pairs = possible.map(readPairs);
  /** The cases that contain each uncovered pair. */
  const casesByPair = new Map<string, number[]>();
  pairs.forEach((ownPairs, index) => {
    for (const pair of ownPairs) {
      const others = casesByPair.get(pair);
      if (others === undefined) casesByPair.set(pair, [index]);
      else others.push(index);
    }
  });
  const gains = pairs.map(({ length }) => length);
  const chosen: Case[] = [];
  while (casesByPair.size > 0) {
    const best = gains.indexOf(Math.max(...gains));
    chosen.push(possible[best]!);
    for (const pair of pairs[best]!) {
      for (const index of casesByPair.get(pair) ?? []) gains[index]! -= 1;
      casesByPair.delete(pair);
    }
  }
  return chosen;
}
