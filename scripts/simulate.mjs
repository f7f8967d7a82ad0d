import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.mjs';
import { installWhenNeeded } from './install.mjs';
import { provideCluster } from './postgres-cluster.mjs';
import { PlainFailure, projectRoot, runCommand } from './project.mjs';

/*
 * node scripts/simulate.mjs [--seeds 200] [--from SEED]   that many runs of the simulation, each from a seed of its own
 * node scripts/simulate.mjs --seed SEED [--path PATH]     one run again; the path is that of a finding
 * node scripts/simulate.mjs --plant NAME …                with a planted fault
 */

/** As many as a machine of the gate has processors. */
const processes = 2;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '200' },
      from: { type: 'string' },
      seed: { type: 'string' },
      path: { type: 'string' },
      plant: { type: 'string' },
    },
  });
  await installWhenNeeded(console.log);
  const cluster = await provideCluster(console.log);
  if (cluster === undefined) throw new PlainFailure('There is no PostgreSQL to be had for the simulation.');
  const first = Number(values.seed ?? values.from ?? Math.floor(Math.random() * 2 ** 30));
  const count = values.seed === undefined ? Number(values.seeds) : 1;
  console.log(`Seeds ${first} to ${first + count - 1} on PostgreSQL ${cluster.version}`);

  await mkdir(join(projectRoot, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(projectRoot, 'dist', 'run-'));
  const began = performance.now();
  try {
    await bundle({ simulation: 'backend/simulation/main.ts' }, folder);
    const shared = ['path', 'plant'].flatMap((name) => {
      const value = values[/** @type {'path' | 'plant'} */ (name)];
      return value === undefined ? [] : [`--${name}`, value];
    });
    const share = Array.from({ length: Math.min(processes, count) }, (_, index) => index);
    const codes = await Promise.all(
      share.map((index) => {
        const seeds = ['--first', `${first + index}`, '--end', `${first + count}`, '--step', `${share.length}`];
        const program = spawn(
          process.execPath,
          ['--enable-source-maps', join(folder, 'simulation.mjs'), ...seeds, ...shared],
          { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: cluster.url } },
        );
        for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
          process.on(signal, () => program.kill(signal));
        return new Promise((done) => program.on('close', (code) => done(code ?? 1)));
      }),
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    const isClean = codes.every((code) => code === 0);
    console.log(
      `${count} seeds in ${seconds} s: ${isClean ? 'the promise held in each' : 'the promise was broken, see above'}`,
    );
    return isClean ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await cluster.stop();
  }
});
