import { parseArgs } from 'node:util';
import { openTestDatabase } from '../../backend/db/test-store.fixture';
import type { Phase } from './runs/phases';
import { isPlantedFault } from './planted-faults';
import { openSimulation, type Finding } from './simulate';

/**
 * One worker process of `node tools/test/simulate.mjs`: seeds `first`, `first + step`, … below `end`; `backend` is the bundle of
 * `backend-process.ts`. Sends its parent a message per seed: whether the invariants held, and the figures so far.
 */
const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '0' },
    end: { type: 'string', default: '1' },
    step: { type: 'string', default: '1' },
    backend: { type: 'string', default: '' },
    path: { type: 'string' },
    'shrink-seconds': { type: 'string', default: '60' },
    plant: { type: 'string', default: 'none' },
  },
});

// So that the handlers of 'exit' remove its temporary files.
process.once('SIGTERM', () => process.exit(143));

if (!isPlantedFault(values.plant)) throw new RangeError(`unknown fault: ${values.plant}`);

function countCommands(phases: readonly Phase[]): number {
  return phases.reduce((sum, phase) => sum + (phase.kind === 'concurrent' ? phase.actions.length : 1), 0);
}

function describe({ seed, path, tries, phases, broken, log }: Finding): string {
  const kept = path === '' ? '' : ` --path ${path}`;
  return [
    `seed ${seed} violates invariants:`,
    ...broken.map((what) => `  - ${what}`),
    `the shortest run found, after ${tries} tries, of ${countCommands(phases)} commands:`,
    ...phases.map((phase) => `  ${JSON.stringify(phase)}`),
    'log:',
    ...log.map((line) => `  ${line}`),
    `again: npm run simulate -- --seed ${seed}${kept}${values.plant === 'none' ? '' : ` --plant ${values.plant}`}`,
  ].join('\n');
}

/** A run takes about a second; one that takes this long, apart from shrinking, hangs because of an error of the simulation. */
const longestRunMs = 240_000;

const database = await openTestDatabase();
const simulation = await openSimulation(database.url, values.backend, values.plant);
let failed = 0;
for (let seed = Number(values.first); seed < Number(values.end); seed += Number(values.step)) {
  const watchdog = setTimeout(
    () => {
      console.log(`seed ${seed} hangs: it and the seeds after it have no result`);
      process.exit(1);
    },
    longestRunMs + Number(values['shrink-seconds']) * 1000,
  );
  const finding = await simulation.runSeed(seed, {
    path: values.path,
    shrinkMs: Number(values['shrink-seconds']) * 1000,
  });
  clearTimeout(watchdog);
  if (finding !== null) {
    failed += 1;
    console.log(describe(finding));
  }
  process.send?.({ hasPassed: finding === null, figures: Object.fromEntries(simulation.figures.read()) });
}
await simulation.close();
await database.drop();
process.exitCode = failed > 0 ? 1 : 0;
