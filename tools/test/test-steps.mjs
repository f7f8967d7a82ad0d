import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideChromium } from './chromium.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { findAbsentEvents, playSeeds } from './play-seeds.mjs';
import { provideCluster } from './postgres-cluster.mjs';
import { projectRoot } from '../start/project.mjs';
import { provideRedis } from './redis-server.mjs';
import { runProgram } from '../start/run-program.mjs';
import { addCounts, countFaults, countJest, countPlaywright } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {Counts & { output: string }} StepResult */

/**
 * @typedef {object} StepOptions
 * @property {readonly string[]} extra parameters of the command line, for a step that runs alone
 * @property {boolean} show whether the step's output is inherited
 * @property {boolean} ci a missing program fails the run; otherwise its step is skipped
 * @property {boolean} full `npm run test:full`: what `npm test` samples is tested whole
 * @property {(line: string) => void} log
 */

/** @typedef {(options: StepOptions) => Promise<StepResult>} Step */

/** Programs in node_modules; running their files is faster than npx. */
const programs = {
  prettier: 'prettier/bin/prettier.cjs',
  eslint: 'eslint/bin/eslint.js',
  // The native compiler, ten times as fast; ESLint still needs the other one: docs/decisions/0008.
  tsc: 'typescript-native/bin/tsc',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  jest: 'jest/bin/jest.js',
  next: 'next/dist/bin/next',
  playwright: '@playwright/test/cli.js',
};

/**
 * A larger young generation of the heap makes ESLint a tenth faster.
 *
 * @type {Partial<Record<keyof typeof programs, readonly string[]>>}
 */
const nodeOptions = { eslint: ['--max-semi-space-size=128'] };

/**
 * @param {keyof typeof programs} name
 * @param {readonly string[]} parameters
 * @param {boolean} show
 * @param {Record<string, string>} [environment]
 */
function call(name, parameters, show, environment = {}) {
  const program = join(projectRoot, 'node_modules', programs[name]);
  const env = { ...process.env, NODE_ENV: /** @type {const} */ ('test'), NEXT_TELEMETRY_DISABLED: '1', ...environment };
  return runProgram(process.execPath, [...(nodeOptions[name] ?? []), program, ...parameters], {
    cwd: projectRoot,
    env,
    show,
  });
}

/**
 * A step that counts as one test.
 *
 * @param {keyof typeof programs} name
 * @param {readonly string[]} parameters
 * @returns {Step}
 */
function check(name, parameters) {
  return async ({ extra, show }) => {
    const { code, output } = await call(name, [...parameters, ...extra], show);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, notes: [], output };
  };
}

/**
 * Runs a program that writes a JSON report, and counts its tests.
 *
 * @param {(report: string) => Promise<import('../start/run-program.mjs').ProgramOutcome>} run
 * @param {(report: any) => Counts} count
 * @returns {Promise<StepResult>}
 */
async function countReport(run, count) {
  const folder = mkdtempSync(join(tmpdir(), 'ebill-report-'));
  try {
    const file = join(folder, 'report.json');
    const { code, output } = await run(file);
    if (!existsSync(file)) return { passed: 0, failed: 1, notes: ['no report was written'], output };
    const counts = count(JSON.parse(await readFile(file, 'utf8')));
    // For instance an open handle or a failed global setup.
    if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1, notes: [`exit code ${code}`], output };
    return { ...counts, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} projects
 * @param {StepOptions} options
 * @param {Record<string, string>} [environment]
 */
function runJest(projects, { extra, show }, environment) {
  return countReport(
    (file) =>
      call(
        'jest',
        [...extra, '--json', `--outputFile=${file}`, '--maxWorkers=2', '--selectProjects', ...projects],
        show,
        environment,
      ),
    countJest,
  );
}

/** @type {Step} */
async function runTypes(options) {
  // Next's generated types, which a fresh clone does not have.
  const { code, output } = await call('next', ['typegen'], false);
  if (code !== 0) return { passed: 0, failed: 1, notes: [], output };
  return check('tsc', ['--noEmit', '-p', '.'])(options);
}

/**
 * Runs on a temporary PostgreSQL. Without one the step is skipped, and fails in CI.
 *
 * @param {StepOptions} options
 * @param {(databaseUrl: string) => Promise<StepResult>} run
 * @returns {Promise<StepResult>}
 */
async function withCluster({ log, ci }, run) {
  const cluster = await provideCluster(log);
  if (cluster === undefined) {
    const note = 'POSTGRESQL IS NOT AVAILABLE: the backend was NOT tested on it';
    return { passed: 0, failed: ci ? 1 : 0, notes: [note], output: '' };
  }
  try {
    const result = await run(cluster.url);
    return { ...result, notes: [`PostgreSQL ${cluster.version}`, ...result.notes] };
  } finally {
    await cluster.stop();
  }
}

/** @type {Step} */
function runOnPostgres(options) {
  return withCluster(options, (url) => runJest(['backend'], options, { TEST_DATABASE_URL: url }));
}

/** Paths of the tests that need the embedded store, and of the sandbox, which runs on it; `jest.config.mjs` leaves out most of them on a PostgreSQL. */
const embeddedStoreTests = ['backend/db/', 'cli/backup', 'sandbox/'];

/**
 * The backend on a temporary PostgreSQL, and what differs on the embedded store there. Without a PostgreSQL, all of it on the embedded store; in
 * CI the step fails then.
 *
 * @type {Step}
 */
async function runOnStores(options) {
  const server = await runOnPostgres(options);
  const isSkipped = server.passed + server.failed === 0;
  const paths = isSkipped ? [] : ['--testPathPatterns', ...embeddedStoreTests];
  const embedded = await runJest(['backend'], { ...options, extra: [...options.extra, ...paths] });
  return { ...addCounts([server, embedded]), notes: server.notes, output: `${server.output}${embedded.output}` };
}

/**
 * Tests state that processes share on a temporary Redis. Without one the step is skipped, and fails in CI.
 *
 * @type {Step}
 */
async function runOnRedis(options) {
  const server = await provideRedis(options.log);
  if (server === undefined) {
    const note = 'REDIS IS NOT AVAILABLE: shared limits were NOT tested';
    return { passed: 0, failed: options.ci ? 1 : 0, notes: [note], output: '' };
  }
  try {
    const result = await runJest(['shared'], options, { TEST_REDIS_URL: server.url });
    return { ...result, notes: [`Redis ${server.version}`, ...result.notes] };
  } finally {
    await server.stop();
  }
}

/**
 * How many seeds are simulated, from 1 on: fixed, so that only a change of the code can make them fail. `npm run simulate` uses random ones. Each
 * kind of event happens within those of `npm run test:full`.
 */
const seedCounts = { sample: 40, full: 100 };

/** Within so many seeds the simulation must find each planted fault. */
const seedsOfPlantedFaults = 150;

/** The faults of sandbox/simulation/planted-faults.ts, each with the first seed to try: a few before one that finds it. */
const plantedFaults = {
  'lost-callback': 55,
  'missing-account-lock': 46,
  'missing-run-lock': 4,
  'double-credit': 4,
  'missing-posting': 1,
  'missing-row-lock': 1,
  'unbalanced-entry': 1,
  'missing-entry': 1,
  'wrong-account': 1,
  'settled-again': 1,
};

/** @type {Step} */
function runSimulation(options) {
  return withCluster(options, async (databaseUrl) => {
    let output = '';
    const log = (/** @type {string} */ text) => {
      output += text;
      if (options.show) process.stdout.write(text);
    };
    const count = options.full ? seedCounts.full : seedCounts.sample;
    const { passed, figures } = await playSeeds({ first: 1, count, databaseUrl, log });
    const absent = options.full ? findAbsentEvents(figures) : [];
    if (absent.length > 0) log(`never happened: ${absent.join(', ')}\n`);
    const faults = Object.entries(plantedFaults);
    const faultCount = faults.length;
    /** @type {string[]} */
    const missed = [];
    const findFaults = async () => {
      for (let fault = faults.shift(); fault !== undefined; fault = faults.shift()) {
        const [name, first] = fault;
        const extra = ['--plant', name, '--shrink-seconds', '0'];
        const seeds = { first, count: seedsOfPlantedFaults };
        const { failed } = await playSeeds({ ...seeds, extra, stopOnFailure: true, databaseUrl, log });
        if (failed === 0) missed.push(name);
      }
    };
    // Two at a time: all at once need more connections than PostgreSQL has.
    await Promise.all([findFaults(), findFaults()]);
    const found = faultCount - missed.length;
    const notes = [`seeds 1 to ${count}, planted faults found: ${found} of ${faultCount}`];
    notes.push(...missed.map((name) => `not found: ${name}`), ...absent.map((name) => `never: ${name}`));
    // A seed whose process exited early counts as failed.
    const failed = count - passed + missed.length + absent.length;
    return { passed: passed + found, failed, notes, output };
  });
}

/** The short list of fault cases; `npm run faults` runs all of them. @type {Step} */
async function runFaults({ extra, show, ci }) {
  const parameters = [join(projectRoot, 'tools/start/run.mjs'), 'tools/faults/main.ts', '--short', ...extra];
  const result = await countReport(
    (file) => runProgram(process.execPath, [...parameters, '--json', file], { cwd: projectRoot, show }),
    countFaults,
  );
  return ci && result.notes.length > 0 ? { ...result, failed: result.failed + 1 } : result;
}

/** Builds the archives twice, byte for byte the same, unpacks and starts them, and pays. @type {Step} */
function runPackages({ show }) {
  const parameters = [join(projectRoot, 'tools/start/run.mjs'), 'tools/packaging/main.mjs', '--verify', '--rebuild'];
  return countReport(
    (file) => runProgram(process.execPath, [...parameters, '--json', file], { cwd: projectRoot, show }),
    (/** @type {Counts} */ counts) => counts,
  );
}

/**
 * Runs Playwright.
 *
 * @param {readonly string[]} parameters
 * @param {StepOptions} options
 * @param {Record<string, string>} [environment]
 * @returns {Promise<StepResult>}
 */
async function runPlaywright(parameters, { extra, show, log }, environment) {
  const chromium = await provideChromium(log);
  if (chromium === undefined) return { passed: 0, failed: 1, notes: ['Chromium is not available'], output: '' };
  return countReport(
    (file) =>
      call('playwright', ['test', ...parameters, ...extra], show, {
        ...environment,
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_REPORT: file,
      }),
    countPlaywright,
  );
}

/** @type {Step} */
function runJourneys(options) {
  return runPlaywright(['--project=journeys', '--project=no-scripts', '--project=visual'], options);
}

/** Specs that change the whole sandbox: they run one after the other, on a separate stack. @type {Step} */
function runControls(options) {
  const port = Number(process.env['E2E_PORT'] ?? 3100) + 10;
  return runPlaywright(['--project=controls', '--no-deps'], options, { E2E_PORT: String(port) });
}

/** The specification sentence by sentence. @type {Step} */
function runSpecification(options) {
  return runPlaywright(['--project=specification'], options);
}

/** The payment providers whose gateways the sandbox can use; CHIP and Stripe with cards on their pages, which they keep for auto debit, and CHIP by direct post. @type {readonly Record<string, string>[]} */
const providers = [
  { GATEWAYS: 'chip', AUTO_DEBIT_CHARGE: 'on' },
  { GATEWAYS: 'chip', CARD_ENTRY: 'direct' },
  { GATEWAYS: 'stripe', AUTO_DEBIT_CHARGE: 'on' },
  { GATEWAYS: 'billplz' },
];

/** Each payment provider by itself: every method with every button, with scripts and without. @type {Step} */
async function runProviders(options) {
  const port = Number(process.env['E2E_PORT'] ?? 3100) + 20;
  const results = [];
  for (const environment of providers) {
    results.push(await runPlaywright(['--project=providers'], options, { E2E_PORT: String(port), ...environment }));
  }
  return { ...addCounts(results), output: results.map(({ output }) => output).join('') };
}

/** `npm run dev` in a copy of the project. @type {Step} */
function runDevelopment(options) {
  return runPlaywright(['--config=e2e/development/playwright.config.ts'], options);
}

/** Journeys, controls and specification, or the configuration or project that the command line names. @type {Step} */
async function runE2e(options) {
  if (options.extra.some((parameter) => /^--(project|config)\b/.test(parameter))) return runPlaywright([], options);
  const journeys = await runJourneys(options);
  const controls = await runControls(options);
  const specification = await runSpecification(options);
  const results = [journeys, controls, specification];
  return { ...addCounts(results), output: results.map(({ output }) => output).join('') };
}

/** Lighthouse scores of each screen. Lighthouse is large, so only this step and the benchmarks install it. @type {Step} */
async function runLighthouse({ extra, ...options }) {
  try {
    await installWhenNeeded(options.log, join(projectRoot, 'tools/bench/tools'));
  } catch (error) {
    return { passed: 0, failed: 1, notes: ['Lighthouse could not be installed'], output: `${String(error)}\n` };
  }
  return runPlaywright(['--config=e2e/lighthouse/playwright.config.ts'], { ...options, extra });
}

/** The steps by name. @satisfies {Record<string, Step>} */
export const steps = {
  // The cache is in node_modules, so that installing packages clears it.
  format: check('prettier', [
    ...['--check', '--log-level=warn', '.'],
    ...['--cache', '--cache-strategy=content', '--cache-location=node_modules/.cache/prettier/files'],
  ]),
  // Without a cache: type-aware findings of a file depend on other files.
  lint: check('eslint', ['--max-warnings=0', '.']),
  types: runTypes,
  imports: check('depcruise', ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', '.']),
  unit: /** @type {Step} */ ((options) => runJest(['rules', 'screens'], options)),
  backend: /** @type {Step} */ ((options) => runJest(['backend'], options)),
  postgres: runOnPostgres,
  stores: runOnStores,
  redis: runOnRedis,
  simulate: runSimulation,
  faults: runFaults,
  journeys: runJourneys,
  controls: runControls,
  specification: runSpecification,
  providers: runProviders,
  development: runDevelopment,
  e2e: runE2e,
  packages: runPackages,
  lighthouse: runLighthouse,
};
