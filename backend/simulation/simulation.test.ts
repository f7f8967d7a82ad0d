import { openTestDatabase } from '../db/test-store';
import type { PlantedFaultName } from './planted-faults';
import { openSimulation, type Finding } from './simulate';

jest.setTimeout(120_000);

const firstSeed = 1;
const seeds = 200;

/** Plays seed after seed until one breaks the promise; null when none of them does. */
async function findBreach(planted: PlantedFaultName): Promise<Finding | null> {
  const database = await openTestDatabase();
  const simulation = await openSimulation(database.url, planted);
  try {
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
      const finding = await simulation.runSeed(seed, { shrinkMs: 0 });
      if (finding !== null) return finding;
    }
    return null;
  } finally {
    await simulation.close();
    await database.drop();
  }
}

test.each<[PlantedFaultName, RegExp]>([
  ['double-credit', /credited|kept for review|failed/],
  ['lost-callback', /credited 0 times and kept for review 0 times/],
  ['missing-row-lock', /failed|went|credited/],
])(`a planted %s is found within ${seeds} seeds`, async (planted, what) => {
  const finding = await findBreach(planted);
  expect(finding?.broken.join('\n')).toMatch(what);
});
