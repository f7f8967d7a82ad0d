import { expect, test } from '@playwright/test';
import { sentences, type SentenceId } from './sentences';

const covered = new Set<string>();

/** Returns the title of a test of these sentences, and counts them as covered. */
export function covers(...ids: readonly SentenceId[]): string {
  for (const id of ids) covered.add(id);
  return ids.map((id) => `${id} ${sentences[id]}`).join('; ');
}

/** Returns the ids in the title of a test. */
export function readCoveredIds(title: string): readonly string[] {
  return [...title.matchAll(/(?:^|; )(\d+\.\d+\.\d+) /g)].map(([, id = '']) => id);
}

/** Adds a test that fails when a sentence of the section has no test. Called after the last test of the section's file. */
export function checkCoverage(section: number) {
  test(`section ${section}: each sentence has a test`, () => {
    const uncovered = Object.entries(sentences).filter(([id]) => id.startsWith(`${section}.`) && !covered.has(id));
    expect(uncovered).toEqual([]);
  });
}
