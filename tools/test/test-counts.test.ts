import { addCounts, countJest, countPlaywright } from './test-counts.mjs';

const unit = {
  numPassedTests: 5,
  numFailedTests: 0,
  numTotalTests: 5,
  numRuntimeErrorTestSuites: 0,
} as Parameters<typeof countJest>[0];
const journeys = {
  stats: { expected: 5, unexpected: 0, flaky: 0, skipped: 0 },
  errors: [] as unknown[],
} as Parameters<typeof countPlaywright>[0];
const withStats = (stats: object) => ({ ...journeys, stats: { ...journeys.stats, ...stats } });

test.each([
  ['all passed', countJest(unit), 5, 0],
  ['one failed', countJest({ ...unit, numPassedTests: 4, numFailedTests: 1 }), 4, 1],
  ['one skipped', countJest({ ...unit, numPassedTests: 4 }), 4, 1],
  ['a file that cannot be loaded', countJest({ ...unit, numRuntimeErrorTestSuites: 1 }), 5, 1],
  ['no test', countJest({ ...unit, numPassedTests: 0, numTotalTests: 0 }), 0, 1],
  ['all journeys passed', countPlaywright(journeys), 5, 0],
  ['a journey failed', countPlaywright(withStats({ expected: 4, unexpected: 1 })), 4, 1],
  ['a journey was skipped', countPlaywright(withStats({ expected: 4, skipped: 1 })), 4, 1],
  ['a journey is flaky', countPlaywright(withStats({ expected: 4, flaky: 1 })), 4, 1],
  ['no journey', countPlaywright(withStats({ expected: 0 })), 0, 1],
  ['the stack did not start', countPlaywright({ ...journeys, errors: [{ message: 'no' }] }), 5, 1],
  ['the sum of two reports', addCounts([countJest(unit), countPlaywright(journeys)]), 10, 0],
])('%s', (_case, counts, passed, failed) => {
  expect(counts).toMatchObject({ passed, failed });
});
