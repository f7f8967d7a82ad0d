/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} notes shown in the summary
 */

/**
 * Counts a skipped test, and a run without tests, as failed.
 *
 * @param {number} passed
 * @param {number} failed
 * @param {number} skipped also `todo` tests, and those that were never reached
 * @returns {Counts}
 */
function count(passed, failed, skipped) {
  const notes = [];
  if (skipped > 0) notes.push(`${skipped} skipped, which counts as failed`);
  if (passed + failed + skipped === 0) return { passed: 0, failed: 1, notes: ['no test ran'] };
  return { passed, failed: failed + skipped, notes };
}

/**
 * @param {import('@jest/test-result').FormattedTestResults} report the output of `jest --json`
 * @returns {Counts}
 */
export function countJest(report) {
  // A file that fails to load has no tests to count.
  const unloadable = report.numRuntimeErrorTestSuites;
  const skipped = report.numTotalTests - report.numPassedTests - report.numFailedTests;
  return count(report.numPassedTests, report.numFailedTests + unloadable, skipped);
}

/**
 * @param {import('@playwright/test/reporter').JSONReport} report the output of Playwright's JSON reporter
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return count(expected, unexpected + flaky + report.errors.length, skipped);
}

/**
 * @param {Awaited<ReturnType<typeof import('../faults/run-cases').runFaultCases>>} report the output of `npm run faults -- --json`
 * @returns {Counts}
 */
export function countFaults({ cases, skipped }) {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const counts = count(cases.length - failed, failed, 0);
  return { ...counts, notes: [...counts.notes, ...skipped] };
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function addCounts(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    notes: all.flatMap(({ notes }) => notes),
  };
}
