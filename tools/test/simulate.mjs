import { parseArgs } from 'node:util';
import { installWhenNeeded } from '../start/install.mjs';
import { findAbsentEvents, playSeeds } from './play-seeds.mjs';
import { provideCluster } from './postgres-cluster.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';

/*
 * node tools/test/simulate.mjs [--seeds 200] [--from SEED]   runs the simulation for that many seeds
 * node tools/test/simulate.mjs --seed SEED [--path PATH]     replays one seed, or the part of it that a finding names
 * node tools/test/simulate.mjs --plant NAME …                with a planted fault
 */
/** Among so many seeds, whichever they are, each kind of event happens. */
const seedsOfAllEvents = 500;

// The simulation's processes and its PostgreSQL exit with this one.
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
  if (cluster === undefined) throw new PlainFailure('The simulation needs PostgreSQL, which is not available.');
  try {
    const first = Number(values.seed ?? values.from ?? Math.floor(Math.random() * 2 ** 30));
    const count = values.seed === undefined ? Number(values.seeds) : 1;
    console.log(`Seeds ${first} to ${first + count - 1} on PostgreSQL ${cluster.version}`);
    const extra = /** @type {const} */ (['path', 'plant']).flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [`--${name}`, value];
    });
    const log = (/** @type {string} */ text) => void process.stdout.write(text);
    const { passed, failed, seconds, figures } = await playSeeds({
      ...{ first, count, extra, log },
      databaseUrl: cluster.url,
    });
    for (const [name, number] of Object.entries(figures)) console.log(`${String(number).padStart(9)}  ${name}`);
    console.log(`${count} seeds in ${seconds} s: ${passed} passed, ${failed} failed`);
    const absent = count < seedsOfAllEvents ? [] : findAbsentEvents(figures);
    if (absent.length > 0) console.log(`never happened: ${absent.join(', ')}`);
    return passed === count && absent.length === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
});
