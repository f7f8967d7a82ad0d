import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { runCommand } from '../start/project.mjs';
import { stopPrograms } from '../start/run-program.mjs';

/*
 * node tools/cluster/main.mjs              starts two sites and two backends behind nginx, with PostgreSQL, Redis and the simulated banks, and
 *                                       plays what must hold of them: processes killed and restarted under payers who pay
 * node tools/cluster/main.mjs --only TEXT  the cases whose name has the text
 * node tools/cluster/main.mjs --stay       plays nothing: says where everything is, and stays until Ctrl-C
 */

/** Settles on the first Ctrl-C or SIGTERM; another one ends everything at once. @type {Promise<'told to stop'>} */
const toldToStop = new Promise((resolve) => {
  let told = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (told) process.exit(1);
      told = true;
      stopPrograms('SIGTERM');
      resolve('told to stop');
    });
  }
});

/** @type {() => Promise<readonly string[]>} */
let close = async () => [];

/** @param {{ only: string, stay: boolean }} wanted */
async function run({ only, stay }) {
  await installWhenNeeded(console.log);
  await buildWhenStale(console.log);
  // Loaded only now: what they import is there once everything is installed.
  const { startCluster } = await import('./stack.mjs');
  const { playCluster } = await import('./play.mjs');
  console.log('Starting nginx, PostgreSQL, Redis, two sites, two backends and the banks …');
  const stack = await startCluster(console.log, (stop) => (close = stop));
  console.log(stack.describe());
  return stay ? new Promise(() => {}) : playCluster(stack, only, console.log);
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, stay: { type: 'boolean', default: false } },
  });
  const work = run(values);
  // Told to stop, whatever is under way fails by our own doing.
  work.catch(() => {});
  /** @type {readonly string[]} */
  let unclean = [];
  /** @type {{ passed: number, failed: number } | 'told to stop'} */
  let outcome;
  try {
    outcome = await Promise.race([work, toldToStop]);
  } finally {
    unclean = await close();
  }
  for (const line of unclean) console.log(`✗ ${line}`);
  if (outcome === 'told to stop') return 130;
  // That everything leaves as it should is one thing more.
  const passed = outcome.passed + (unclean.length === 0 ? 1 : 0);
  const failed = outcome.failed + (unclean.length === 0 ? 0 : 1);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
process.exit();
