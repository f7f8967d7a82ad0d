/*
 * Mutation testing (`npm run mutate`), see docs/reliability.md.
 */

/**
 * @typedef {object} MutatedPart
 * @property {string[]} mutate
 * @property {'rules' | 'backend'} project the Jest project of its tests; see jest.config.mjs
 * @property {string} tests those beside the code; the whole project would take days and find little more
 * @property {string[]} needs folders besides lib/ that these tests load
 * @property {boolean} strings whether string literals are mutated too
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
    // Most strings name tables and columns: mutants of them fail every test and show nothing.
    strings: false,
  },
};

const name = process.env['MUTATED_PART'] === 'payments' ? 'payments' : 'domain';
export const part = parts[name];

/** Stryker mutates a copy of these folders. Next, with which Jest compiles, needs an `app` folder. */
const folders = ['app', 'lib', 'tools', ...part.needs];
const copied = [...folders, ...folders.map((folder) => `${folder}/**`), 'package.json', 'tsconfig.json', '*.config.*'];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [...part.mutate, '!**/*.{test,fixture}.ts'],
  mutator: { excludedMutations: part.strings ? [] : ['StringLiteral'] },
  // Code that runs once, when a module is loaded, belongs to no test: each such mutant would run all tests.
  ignoreStatic: true,
  ignorePatterns: ['*', ...copied.map((path) => `!/${path}`), '/tools/bench/tools', '/tools/bench/bare'],
  testRunner: 'jest',
  jest: { projectType: 'custom', configFile: 'tools/mutation/jest.config.mjs' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000,
  dryRunTimeoutMinutes: 15,
  thresholds: { high: 95, low: 90, break: 85 },
  // The next run reuses results of unchanged code. Git, Jest and the linters ignore both folders.
  incremental: true,
  incrementalFile: `coverage/mutation/${name}-incremental.json`,
  tempDirName: '.data-mutants',
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { reportTests: false, allowEmojis: false },
  htmlReporter: { fileName: `coverage/mutation/${name}.html` },
  jsonReporter: { fileName: `coverage/mutation/${name}.json` },
};
