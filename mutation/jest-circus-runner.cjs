const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { makeCollectedTestResult } = require('@jest/test-result');
const { isFirstRun, isNoticed } = require('./first-failure.cjs');

/** @typedef {import('@jest/types').Config.GlobalConfig} GlobalConfig */
/** @typedef {import('@jest/types').Config.ProjectConfig} ProjectConfig */
/** @typedef {import('@jest/environment').JestEnvironment} JestEnvironment */
/** @typedef {import('@jest/test-result').TestResult} TestResult */
/**
 * How Jest runs a file: what is loaded with it is in `runtime`.
 *
 * @typedef {(globalConfig: GlobalConfig, config: ProjectConfig, environment: JestEnvironment, runtime: object, file: string, ...more: unknown[]) => Promise<TestResult>} RunFile
 */

/** Jest's own. It comes without types. @type {{ default: RunFile }} */
const { default: runFile } = require(require.resolve('jest-circus/runner'));

/** In the copy that Stryker works in: the names of each file's tests, as its first run finds them. */
const listed = 'tests-of-files.json';

/** @type {Record<string, string[]> | undefined} */
let testsOfFiles;

/** @returns {Record<string, string[]>} */
function readTests() {
  return (testsOfFiles ??= existsSync(listed) ? JSON.parse(readFileSync(listed, 'utf8')) : {});
}

/**
 * @param {string} file
 * @param {string | undefined} pattern of the names of the tests that reach the mutant; undefined for all
 */
function mayNotice(file, pattern) {
  if (isFirstRun()) return true;
  if (isNoticed()) return false;
  if (pattern === undefined) return true;
  const wanted = new RegExp(pattern, 'i');
  return readTests()[file]?.some((name) => wanted.test(name)) ?? false;
}

/** Jest wants a test of each file. @type {import('@jest/test-result').AssertionResult} */
const leftOut = {
  ...{ ancestorTitles: [], title: 'left out', fullName: 'left out', status: 'pending', duration: null, location: null },
  ...{
    failing: false,
    failureDetails: [],
    failureMessages: [],
    invocations: 0,
    numPassingAsserts: 0,
    retryReasons: [],
  },
};

/**
 * Runs a file of tests, unless none of them can notice the mutant: Jest is told the names of tests alone, and would load each file to look
 * for them, which takes longer than most tests do.
 *
 * @type {RunFile}
 */
const runIfItMayNotice = async (globalConfig, config, environment, runtime, file, ...more) => {
  if (!mayNotice(file, globalConfig.testNamePattern)) {
    return makeCollectedTestResult([leftOut], { displayName: config.displayName, testFilePath: file });
  }
  const result = await runFile(globalConfig, config, environment, runtime, file, ...more);
  if (isFirstRun()) {
    testsOfFiles = { ...readTests(), [file]: result.testResults.map(({ fullName }) => fullName) };
    writeFileSync(listed, JSON.stringify(testsOfFiles));
  }
  return result;
};

module.exports = runIfItMayNotice;
