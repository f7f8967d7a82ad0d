/*
 * Mutation testing, `npm run mutate`: each place of the rules is altered in turn, and the tests beside them have to notice.
 * See docs/reliability.md.
 */

/**
 * @typedef {object} MutatedPart
 * @property {string[]} mutate
 * @property {'rules' | 'backend'} project whose tests check it; see jest.config.mjs
 * @property {string} tests the ones of them that do, beside the code: the whole project would say little more, and take days
 * @property {string[]} needs the folders that these tests load beside lib/
 * @property {boolean} strings whether texts are altered too
 */

/** @type {Record<'domain' | 'payments', MutatedPart>} */
export const parts = {
  domain: {
    mutate: ['lib/domain/**/*.ts'],
    project: 'rules',
    tests: 'lib/domain/**/*.test.ts',
    needs: ['messages'],
    strings: true,
  },
  payments: {
    mutate: ['backend/payments/**/*.ts'],
    project: 'backend',
    tests: 'backend/payments/**/*.test.ts',
    needs: ['backend', 'messages', 'sandbox'],
    // Most of them name tables and columns: without one no statement runs, and each test would notice.
    strings: false,
  },
};

const name = process.env['MUTATED_PART'] === 'payments' ? 'payments' : 'domain';
export const part = parts[name];

/** What a run copies, so that nobody's files are altered. Next, by which Jest compiles, wants to see an `app` folder. */
const folders = ['app', 'lib', 'tools', ...part.needs];
const copied = [...folders, ...folders.map((folder) => `${folder}/**`), 'package.json', 'tsconfig.json', '*.config.*'];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...part.mutate, '!**/*.{test,fixture}.ts'],
  mutator: { excludedMutations: part.strings ? [] : ['StringLiteral'] },
  // Of what is computed once, when a file is loaded, it is not known which test sees it: each would cost a run of all.
  ignoreStatic: true,
  ignorePatterns: ['*', ...copied.map((path) => `!/${path}`), '/tools/bench/tools', '/tools/bench/bare'],
  testRunner: 'jest',
  jest: { projectType: 'custom', configFile: 'tools/mutation/jest.config.mjs' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 15,
  thresholds: { high: 95, low: 90, break: 85 },
  // A second run takes up what has not changed since. Both folders are out of sight of git, Jest and the linters.
  incremental: true,
  incrementalFile: `coverage/mutation/${name}-incremental.json`,
  tempDirName: '.data-mutants',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { reportTests: false, allowEmojis: false },
  htmlReporter: { fileName: `coverage/mutation/${name}.html` },
  jsonReporter: { fileName: `coverage/mutation/${name}.json` },
};
