import { parseArgs } from 'node:util';
import { installWhenNeeded } from '../start/install.mjs';
import { playSeeds } from './play-seeds.mjs';
import { provideCluster } from './postgres-cluster.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';

/*
 * node tools/test/simulate.mjs [--seeds 200] [--from SEED]   that many runs of the simulation, each from its own seed
 * node tools/test/simulate.mjs --seed SEED [--path PATH]     one run again; the path is that of a finding
 * node tools/test/simulate.mjs --plant NAME …                with a planted fault
 */
// The processes of the simulation leave with this one, and so does its PostgreSQL.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(130));

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
  try {
    const first = Number(values.seed ?? values.from ?? Math.floor(Math.random() * 2 ** 30));
    const count = values.seed === undefined ? Number(values.seeds) : 1;
    console.log(`Seeds ${first} to ${first + count - 1} on PostgreSQL ${cluster.version}`);
    const extra = /** @type {const} */ (['path', 'plant']).flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [`--${name}`, value];
    });
    const say = (/** @type {string} */ text) => void process.stdout.write(text);
    const { clean, broken, seconds, figures } = await playSeeds({
      ...{ first, count, extra, say },
      databaseUrl: cluster.url,
    });
    for (const [name, number] of Object.entries(figures)) console.log(`${String(number).padStart(9)}  ${name}`);
    const isWhole = clean === count;
    const verdict = isWhole ? 'the promise held in each' : `it held in ${clean} and was broken in ${broken}, see above`;
    console.log(`${count} seeds in ${seconds} s: ${verdict}`);
    return isWhole ? 0 : 1;
  } finally {
    await cluster.stop();
  }
});
