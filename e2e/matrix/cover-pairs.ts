/** One case: the value of each factor. */
export type Combination = Readonly<Record<string, string>>;

/** Gives every pair of values of a case, each as one text. */
export function listPairs(combination: Combination): string[] {
  const values = Object.entries(combination).map(([factor, value]) => `${factor}=${value}`);
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} & ${other}`));
}

/**
 * Chooses few of the possible cases so that every pair of values that can meet does meet in one of them: the next case is always the
 * one with the most pairs that are not covered yet, and of equals the first, so that the same cases give the same choice. Nothing
 * impossible can be chosen: the choice is made among what is given. Takes the cases and how to read the pairs of one.
 */
export function coverPairs<Case>(possible: readonly Case[], readPairs: (one: Case) => readonly string[]): Case[] {
  const pairs = possible.map(readPairs);
  /** Which cases hold a pair; a pair that is covered leaves it. */
  const holders = new Map<string, number[]>();
  pairs.forEach((held, index) => {
    for (const pair of held) {
      const others = holders.get(pair);
      if (others === undefined) holders.set(pair, [index]);
      else others.push(index);
    }
  });
  const gains = pairs.map(({ length }) => length);
  const chosen: Case[] = [];
  while (holders.size > 0) {
    const best = gains.indexOf(Math.max(...gains));
    chosen.push(possible[best]!);
    for (const pair of pairs[best]!) {
      for (const index of holders.get(pair) ?? []) gains[index]! -= 1;
      holders.delete(pair);
    }
  }
  return chosen;
}
