import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle, bundleWhole } from '../start/bundle.mjs';
import { projectRoot } from '../start/project.mjs';

/** As many as CI has CPUs. */
const processes = 2;
/** Milliseconds between two reports of progress. */
const progressMs = 60_000;

/** @typedef {Record<string, number>} Figures what was done, and which faults happened, by name */
/** @typedef {{ isClean: boolean, figures: Figures }} Verdict */

/**
 * @param {readonly Figures[]} all
 * @returns {Figures}
 */
function addFigures(all) {
  /** @type {Figures} */
  const sum = {};
  for (const [name, by] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + by;
  return sum;
}

/**
 * Plays runs of the simulation, each from its own seed, in two processes; see docs/reliability.md.
 *
 * @param {object} wanted
 * @param {number} wanted.first the first seed
 * @param {number} wanted.count how many seeds
 * @param {readonly string[]} [wanted.extra] further parameters of sandbox/simulation/main.ts
 * @param {boolean} [wanted.untilBroken] no further seeds once one has broken the promise
 * @param {string} wanted.databaseUrl of a PostgreSQL's superuser, who may make databases
 * @param {(text: string) => void} wanted.say is given the findings, and how far it is
 * @returns {Promise<{ clean: number, broken: number, seconds: number, figures: Figures }>} a seed without a result is in neither
 */
export async function playSeeds({ first, count, extra = [], untilBroken = false, databaseUrl, say }) {
  await mkdir(join(projectRoot, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(projectRoot, 'dist', 'run-'));
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const share = Math.min(processes, count);
  const verdicts = { clean: 0, broken: 0 };
  /** @type {Figures[]} */
  const figuresOf = Array.from({ length: share }, () => ({}));
  const tell = () => {
    const sum = JSON.stringify(addFigures(figuresOf));
    say(`${verdicts.clean} passed, ${verdicts.broken} failed of ${count} after ${seconds()} s: ${sum}\n`);
  };
  /** @type {import('node:child_process').ChildProcess[]} */
  const programs = [];
  const progress = setInterval(tell, progressMs);
  try {
    await bundle({ simulation: 'sandbox/simulation/main.ts' }, folder);
    // Killed and restarted often, so it must start fast.
    await bundleWhole({ 'simulated-backend': 'sandbox/simulation/processes/backend-process.ts' }, folder);
    await Promise.all(
      figuresOf.map((_, index) => {
        const seeds = ['--first', `${first + index}`, '--end', `${first + count}`, '--step', `${share}`];
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
        for (const stream of [program.stdout, program.stderr]) stream?.setEncoding('utf8').on('data', say);
        program.on('message', (/** @type {Verdict} */ { isClean, figures }) => {
          verdicts[isClean ? 'clean' : 'broken'] += 1;
          figuresOf[index] = figures;
          if (untilBroken && !isClean) for (const other of programs) other.kill();
        });
        programs.push(program);
        return new Promise((done) => program.on('close', done));
      }),
    );
  } finally {
    clearInterval(progress);
    await rm(folder, { recursive: true, force: true });
  }
  return { ...verdicts, seconds: seconds(), figures: addFigures(figuresOf) };
}
