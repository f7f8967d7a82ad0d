import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installWhenNeeded } from '../start/install.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';
import { stopPrograms, waitForPrograms } from '../start/run-program.mjs';
import { addCounts } from './test-counts.mjs';

/*
 * npm test                          every step
 * npm run test:full                 the same, and all of what it tests by samples
 * npm run test:quick                what needs no browser, PostgreSQL or Redis
 * npm test -- STEP [parameters]     one step, with further parameters for its program
 */

/** @typedef {keyof typeof import('./test-steps.mjs').steps} StepName */
/** @typedef {import('./test-steps.mjs').StepResult & { name: StepName | 'leftovers', seconds: number }} Finished */

/** Groups run one after the other, the lanes of a group in parallel. @typedef {readonly (readonly (readonly StepName[])[])[]} Plan */

/** @type {Plan} */
const plan = [
  [['lint'], ['format', 'types', 'imports', 'unit']],
  [['stores']],
  [['redis']],
  [['simulate']],
  [['journeys']],
  [['specification']],
  [['providers']],
  // The specs of `controls`, and `faults`, mostly wait.
  [['controls'], ['faults', 'packages', 'development', 'lighthouse']],
];
/** @type {Plan} */
const quickPlan = [[['lint'], ['format', 'types', 'imports', 'unit', 'backend']]];
/** Milliseconds until programs must have stopped. */
const stopTimeoutMs = 20_000;

/** Steps for the command line only: parts of others, or several of them. @type {readonly StepName[]} */
const furtherSteps = ['backend', 'postgres', 'e2e'];

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    stopPrograms('SIGTERM');
    // Programs remove their own temporary files.
    void Promise.race([waitForPrograms(), pause(stopTimeoutMs)]).then(() => process.exit(130));
  });
}

/** Creates the temporary folder of this run; it is an error if a step leaves files in it. */
function makeTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'ebill-test-'));
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  process.env['PWTEST_CACHE_DIR'] ??= join(tmpdir(), `playwright-transform-cache-${process.getuid?.() ?? ''}`);
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** @param {string} folder @returns {Finished} */
function checkTemporaryFolder(folder) {
  const leftovers = readdirSync(folder).filter((name) => name.startsWith('ebill-'));
  const [passed, failed] = leftovers.length === 0 ? [1, 0] : [0, 1];
  const output = leftovers.map((name) => `${name} was left in the temporary folder`).join('\n');
  return { name: 'leftovers', passed, failed, notes: [], output, seconds: 0 };
}

/**
 * @param {Plan} groups
 * @param {readonly string[]} extra
 * @param {boolean} alone
 * @returns {Promise<Finished[]>}
 */
async function runSteps(groups, extra, alone) {
  // Imported here because it needs the installed packages.
  const { steps } = await import('./test-steps.mjs');
  const ci = process.env['CI'] === 'true' || process.env['CI'] === '1';
  const full = process.env['E2E_MATRIX'] === 'whole';
  /** @type {Finished[]} */
  const finished = [];
  for (const group of groups) {
    await Promise.all(
      group.map(async (lane) => {
        for (const name of lane) {
          const start = performance.now();
          const result = await steps[name]({ extra, show: alone, ci, full, log: console.log });
          const step = { ...result, name, seconds: Math.round((performance.now() - start) / 100) / 10 };
          finished.push(step);
          if (step.failed > 0) console.log(step.output.trimEnd());
          console.log(describeStep(step));
        }
      }),
    );
  }
  return finished;
}

/** @param {Finished} step */
function describeStep({ name, passed, failed, notes, seconds }) {
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '!';
  return [`${mark} ${name.padEnd(11)}`, `${passed} passed, ${failed} failed`, `${seconds} s`, ...notes].join('  ');
}

await runCommand(async () => {
  const [first, ...extra] = process.argv.slice(2);
  const alone = first !== undefined && first !== '--full' && first !== '--quick';
  const names = plan.flat(2);
  const chosen = [...names, ...furtherSteps].filter((name) => name === first);
  if (alone && chosen.length === 0)
    throw new PlainFailure(`There is no step '${first}'. Steps: ${[...names, ...furtherSteps].join(', ')}`);

  // Read by browser tests, too.
  if (first === '--full') process.env['E2E_MATRIX'] = 'whole';
  await installWhenNeeded(console.log);
  const groups = first === '--quick' ? quickPlan : plan;
  const folder = makeTemporaryFolder();
  const finished = await runSteps(alone ? [[chosen]] : groups, extra, alone);
  const leftovers = checkTemporaryFolder(folder);
  finished.push(leftovers);
  if (leftovers.failed > 0) console.log(leftovers.output);

  const all = addCounts(finished);
  if (!alone) {
    /** @type {readonly string[]} */
    const order = [...names, leftovers.name];
    const sorted = [...finished].sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
    console.log(['', 'Summary', ...sorted.map(describeStep)].join('\n'));
  }
  const skipped = finished.filter(({ passed, failed }) => passed + failed === 0);
  for (const { name, notes } of skipped) console.log(`\n!!! SKIPPED: ${name}: ${notes.join('; ')} !!!`);
  console.log(`\n${all.passed} passed, ${all.failed} failed`);
  return all.failed > 0 || all.passed === 0 ? 1 : 0;
});
