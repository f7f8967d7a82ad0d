import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle, bundleCommonJs } from '../start/bundle.mjs';
import { projectRoot } from '../start/project.mjs';

/** CI has two CPUs. */
const processes = 2;
/** Milliseconds between progress reports. */
const progressMs = 60_000;

/** @typedef {Record<string, number>} Figures counts of actions and faults, by name */
/** @typedef {{ hasPassed: boolean, figures: Figures }} SeedResult sent after each seed */

/**
 * @param {readonly Figures[]} all
 * @returns {Figures}
 */
function addFigures(all) {
  /** @type {Figures} */
  const sum = {};
  for (const [name, count] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

/**
 * Lists the events that no run had: they are not tested.
 *
 * @param {Figures} figures
 * @returns {readonly string[]}
 */
export function findAbsentEvents(figures) {
  return Object.keys(figures).filter((name) => figures[name] === 0);
}

/**
 * Runs the simulation once for each seed, in two processes; see docs/reliability.md.
 *
 * @param {object} options
 * @param {number} options.first the first seed
 * @param {number} options.count how many seeds
 * @param {readonly string[]} [options.extra] further parameters of sandbox/simulation/main.ts
 * @param {boolean} [options.stopOnFailure] stop after the first seed that fails
 * @param {string} options.databaseUrl of a PostgreSQL user that may create databases
 * @param {(text: string) => void} options.log receives findings and progress
 * @returns {Promise<{ passed: number, failed: number, seconds: number, figures: Figures }>} a seed without a result counts as neither
 */
export async function playSeeds({ first, count, extra = [], stopOnFailure = false, databaseUrl, log }) {
  await mkdir(join(projectRoot, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(projectRoot, 'dist', 'run-'));
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  const processCount = Math.min(processes, count);
  const counts = { passed: 0, failed: 0 };
  /** @type {Figures[]} */
  const figuresByProcess = Array.from({ length: processCount }, () => ({}));
  const reportProgress = () => {
    const sum = JSON.stringify(addFigures(figuresByProcess));
    log(`${counts.passed} passed, ${counts.failed} failed of ${count} after ${seconds()} s: ${sum}\n`);
  };
  /** @type {import('node:child_process').ChildProcess[]} */
  const programs = [];
  const progress = setInterval(reportProgress, progressMs);
  try {
    await bundle({ simulation: 'sandbox/simulation/main.ts' }, folder);
    // It is killed and restarted often, so it must start fast.
    await bundleCommonJs({ 'simulated-backend': 'sandbox/simulation/processes/backend-process.ts' }, folder);
    await Promise.all(
      figuresByProcess.map((_, index) => {
        const seeds = ['--first', `${first + index}`, '--end', `${first + count}`, '--step', `${processCount}`];
        const backend = ['--backend', join(folder, 'simulated-backend.cjs')];
        const exitWithParent = join(projectRoot, 'tools/start/exit-with-parent.mjs');
        const program = spawn(
          process.execPath,
          [
            '--import',
            exitWithParent,
            '--enable-source-maps',
            join(folder, 'simulation.mjs'),
            ...seeds,
            ...backend,
            ...extra,
          ],
          {
            stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
            env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
          },
        );
        for (const stream of [program.stdout, program.stderr]) stream?.setEncoding('utf8').on('data', log);
        program.on('message', (/** @type {SeedResult} */ { hasPassed, figures }) => {
          counts[hasPassed ? 'passed' : 'failed'] += 1;
          figuresByProcess[index] = figures;
          if (stopOnFailure && !hasPassed) for (const other of programs) other.kill();
        });
        programs.push(program);
        return new Promise((resolve) => program.on('close', resolve));
      }),
    );
  } finally {
    clearInterval(progress);
    await rm(folder, { recursive: true, force: true });
  }
  return { ...counts, seconds: seconds(), figures: addFigures(figuresByProcess) };
}
