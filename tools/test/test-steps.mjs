import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideChromium } from './chromium.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { playSeeds } from './play-seeds.mjs';
import { provideCluster } from './postgres-cluster.mjs';
import { projectRoot } from '../start/project.mjs';
import { provideRedis } from './redis-server.mjs';
import { runProgram } from '../start/run-program.mjs';
import { addCounts, countFaults, countJest, countPlaywright } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/** @typedef {Counts & { output: string }} StepResult */

/**
 * @typedef {object} StepOptions
 * @property {readonly string[]} extra parameters given on the command line, for a step that runs alone
 * @property {boolean} show the step writes straight to our output
 * @property {boolean} ci what cannot be had fails the run instead of being left out
 * @property {(line: string) => void} say
 */

/** @typedef {(options: StepOptions) => Promise<StepResult>} Step */

/** Programs of node_modules by their own files: quicker than npx, and the same on every system. */
const programs = {
  prettier: 'prettier/bin/prettier.cjs',
  eslint: 'eslint/bin/eslint.js',
  // The compiler that is ten times as quick; ESLint still needs the other one: docs/decisions/0008.
  tsc: 'typescript-native/bin/tsc',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  jest: 'jest/bin/jest.js',
  next: 'next/dist/bin/next',
  playwright: '@playwright/test/cli.js',
};

/**
 * What a program makes and drops fast is swept in larger turns: a tenth of the time of ESLint, which builds every file's types.
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
  // Whatever mode the shell is in: what needs another one sets it itself.
  const env = { ...process.env, NODE_ENV: /** @type {const} */ ('test'), NEXT_TELEMETRY_DISABLED: '1', ...environment };
  return runProgram(process.execPath, [...(nodeOptions[name] ?? []), program, ...parameters], {
    cwd: projectRoot,
    env,
    show,
  });
}

/**
 * A step that is right or wrong as a whole.
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
 * Runs a program that leaves a JSON report and counts what stands in it.
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
    if (!existsSync(file)) return { passed: 0, failed: 1, notes: ['it ended without a report'], output };
    const counts = count(JSON.parse(await readFile(file, 'utf8')));
    // For instance an open handle or a broken global set-up: no test failed, and still the run is not right.
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
  // Next's own types of styles and routes, which a fresh clone does not have.
  const { code, output } = await call('next', ['typegen'], false);
  if (code !== 0) return { passed: 0, failed: 1, notes: [], output };
  return check('tsc', ['--noEmit', '-p', '.'])(options);
}

/**
 * Runs on a PostgreSQL of its own; where none can be had it is left out, and a failure in CI.
 *
 * @param {StepOptions} options
 * @param {(databaseUrl: string) => Promise<StepResult>} run
 * @returns {Promise<StepResult>}
 */
async function withCluster({ say, ci }, run) {
  const cluster = await provideCluster(say);
  if (cluster === undefined) {
    const note = 'NO POSTGRESQL TO BE HAD: the backend was NOT tested on it';
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

/**
 * What several processes share, on a Redis of its own; where none can be had it is left out, and a failure in CI.
 *
 * @type {Step}
 */
async function runOnRedis(options) {
  const server = await provideRedis(options.say);
  if (server === undefined) {
    const note = 'NO REDIS TO BE HAD: shared limits were NOT tested';
    return { passed: 0, failed: options.ci ? 1 : 0, notes: [note], output: '' };
  }
  try {
    const result = await runJest(['shared'], options, { TEST_REDIS_URL: server.url });
    return { ...result, notes: [`Redis ${server.version}`, ...result.notes] };
  } finally {
    await server.stop();
  }
}

/** The seeds of the gate: the same each time, so that a change is what breaks it. `npm run simulate` looks for others. */
const gateSeeds = { first: 1, count: 200 };

/** What the simulation must find in it, each within the seeds of the gate; see sandbox/simulation/planted-faults.ts. */
const plantedFaults = ['double-credit', 'lost-callback', 'missing-row-lock'];

/** @type {Step} */
function runSimulation(options) {
  return withCluster(options, async (databaseUrl) => {
    let output = '';
    const say = (/** @type {string} */ text) => {
      output += text;
      if (options.show) process.stdout.write(text);
    };
    const { first, count } = gateSeeds;
    const { clean } = await playSeeds({ first, count, databaseUrl, say });
    const found = await Promise.all(
      plantedFaults.map(async (name) => {
        const extra = ['--plant', name, '--shrink-seconds', '0'];
        const { broken } = await playSeeds({ first, count, extra, untilBroken: true, databaseUrl, say });
        if (broken === 0) say(`the planted ${name} was not found\n`);
        return broken > 0;
      }),
    );
    const isFound = found.filter(Boolean).length;
    const notes = [`seeds ${first} to ${first + count - 1}, planted faults found: ${isFound} of ${found.length}`];
    // A seed that was not judged, since its process died, has not held.
    return { passed: clean + isFound, failed: count - clean + found.length - isFound, notes, output };
  });
}

/** The few that tell most; `npm run faults` plays all of them. @type {Step} */
async function runFaults({ extra, show, ci }) {
  const program = join(projectRoot, 'tools/faults/main.mjs');
  const result = await countReport(
    (file) => runProgram(process.execPath, [program, '--short', '--json', file, ...extra], { cwd: projectRoot, show }),
    countFaults,
  );
  return ci && result.notes.length > 0 ? { ...result, failed: result.failed + 1 } : result;
}

/** Makes the two packages, and pays at what is unpacked of them. @type {Step} */
function runPackages({ show }) {
  const program = join(projectRoot, 'tools/packaging/main.mjs');
  return countReport(
    (file) => runProgram(process.execPath, [program, '--walk', '--json', file], { cwd: projectRoot, show }),
    (/** @type {Counts} */ counts) => counts,
  );
}

/**
 * Plays projects of Playwright, on a port of its own if need be: another step's stack may run at the same time.
 *
 * @param {readonly string[]} parameters
 * @param {StepOptions} options
 * @param {Record<string, string>} [environment]
 * @returns {Promise<StepResult>}
 */
async function play(parameters, { extra, show, say }, environment) {
  const chromium = await provideChromium(say);
  if (chromium === undefined) return { passed: 0, failed: 1, notes: ['no Chromium can be had here'], output: '' };
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
  return play(['--project=journeys', '--project=no-scripts', '--project=visual'], options);
}

/** The sandbox's controls change it for everyone: those specs have a stack to themselves, one after the other. @type {Step} */
function runControls(options) {
  const port = Number(process.env['E2E_PORT'] ?? 3100) + 10;
  return play(['--project=controls', '--no-deps'], options, { E2E_PORT: String(port) });
}

/** `npm run dev` in a copy of the project. @type {Step} */
function runDevelopment(options) {
  return play(['--config=playwright.development.config.ts'], options);
}

/** Both, or what the command line names: another configuration (pictures, bench), or a project by itself. @type {Step} */
async function runE2e(options) {
  if (options.extra.some((parameter) => /^--(project|config)\b/.test(parameter))) return play([], options);
  const visits = await runJourneys(options);
  // Whatever became of the others.
  const controls = await runControls(options);
  return { ...addCounts([visits, controls]), output: `${visits.output}${controls.output}` };
}

/** What Lighthouse gives each screen. It weighs more than all else together, so it is installed for this step, with the tools of the benches. @type {Step} */
async function runLighthouse({ extra, ...options }) {
  try {
    await installWhenNeeded(options.say, join(projectRoot, 'tools/bench/tools'));
  } catch (error) {
    return { passed: 0, failed: 1, notes: ['Lighthouse cannot be installed here'], output: `${String(error)}\n` };
  }
  return play(['--config=playwright.lighthouse.config.ts'], { ...options, extra });
}

/** Every step by its name. @satisfies {Record<string, Step>} */
export const steps = {
  // By the content of the files and with the packages it belongs to: whatever is installed anew begins without it.
  format: check('prettier', [
    ...['--check', '--log-level=warn', '.'],
    ...['--cache', '--cache-strategy=content', '--cache-location=node_modules/.cache/prettier/files'],
  ]),
  // Without a cache: what it says of a file depends on the types of others.
  lint: check('eslint', ['--max-warnings=0', '.']),
  types: runTypes,
  imports: check('depcruise', ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', '.']),
  unit: /** @type {Step} */ ((options) => runJest(['rules', 'screens'], options)),
  backend: /** @type {Step} */ ((options) => runJest(['backend'], options)),
  postgres: runOnPostgres,
  redis: runOnRedis,
  simulate: runSimulation,
  faults: runFaults,
  journeys: runJourneys,
  controls: runControls,
  development: runDevelopment,
  e2e: runE2e,
  packages: runPackages,
  lighthouse: runLighthouse,
};
