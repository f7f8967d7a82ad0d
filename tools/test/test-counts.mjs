/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} notes what a reader of the summary must know
 */

/**
 * Tests that did not run prove nothing: each counts as failed, and so does a run without any.
 *
 * @param {number} passed
 * @param {number} failed
 * @param {number} leftOut skipped, to do, or never reached
 * @returns {Counts}
 */
function count(passed, failed, leftOut) {
  const notes = [];
  if (leftOut > 0) notes.push(`${leftOut} skipped, which counts as failed`);
  if (passed + failed + leftOut === 0) return { passed: 0, failed: 1, notes: ['no test ran'] };
  return { passed, failed: failed + leftOut, notes };
}

/**
 * @param {import('@jest/test-result').FormattedTestResults} report what `jest --json` wrote
 * @returns {Counts}
 */
export function countJest(report) {
  // A file that could not even be loaded has no tests to count.
  const broken = report.numRuntimeErrorTestSuites;
  const leftOut = report.numTotalTests - report.numPassedTests - report.numFailedTests;
  return count(report.numPassedTests, report.numFailedTests + broken, leftOut);
}

/**
 * @param {import('@playwright/test/reporter').JSONReport} report what Playwright's json reporter wrote
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return count(expected, unexpected + flaky + report.errors.length, skipped);
}

/**
 * @param {Awaited<ReturnType<typeof import('../faults/run-cases').runFaultCases>>} report what `faults.mjs --json` wrote
 * @returns {Counts}
 */
export function countFaults({ cases, leftOut }) {
  const failed = cases.filter(({ broken }) => broken.length > 0).length;
  const counts = count(cases.length - failed, failed, 0);
  return { ...counts, notes: [...counts.notes, ...leftOut] };
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
