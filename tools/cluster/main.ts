import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { runCommand } from '../start/project.mjs';
import { stopPrograms } from '../start/run-program.mjs';
import { runClusterCases } from './run-cases';
import { startCluster } from './stack';

/*
 * npm run cluster                   starts two sites and two backends behind nginx, with PostgreSQL, Redis and the simulated banks, and kills and
 *                                   restarts processes under traffic
 * npm run cluster -- --only TEXT    cases whose name contains the text
 * npm run cluster -- --stay         runs no cases: prints the addresses and waits for Ctrl-C
 */

/** Resolves on the first Ctrl-C or SIGTERM; a second one exits at once. */
const interrupted = new Promise<'interrupted'>((resolve) => {
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isInterrupted) process.exit(1);
      isInterrupted = true;
      stopPrograms('SIGTERM');
      resolve('interrupted');
    });
  }
});

let stop: () => Promise<readonly string[]> = async () => [];

async function run({ only, stay }: { only: string; stay: boolean }) {
  await buildWhenStale(console.log);
  console.log('Starting nginx, PostgreSQL, Redis, two sites, two backends and the banks …');
  const stack = await startCluster(console.log, (stopAll) => (stop = stopAll));
  console.log(stack.describe());
  return stay ? interrupted : runClusterCases(stack, only, console.log);
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, stay: { type: 'boolean', default: false } },
  });
  const running = run(values);
  // An interruption makes it fail, which is expected.
  running.catch(() => {});
  const outcome = await Promise.race([running, interrupted]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const unclean = await stop();
  for (const line of unclean) console.log(`✗ ${line}`);
  if (outcome === 'interrupted') return 130;
  // A clean shutdown counts as one more case.
  const isClean = unclean.length === 0 ? 1 : 0;
  const [passed, failed] = [outcome.passed + isClean, outcome.failed + 1 - isClean];
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
process.exit();
