import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { runCommand } from '../start/project.mjs';

/*
 * node tools/faults/main.mjs                real faults against the running product, on PostgreSQL and on the embedded store
 * node tools/faults/main.mjs --short        the few that tell most
 * node tools/faults/main.mjs --only TEXT    those whose name has the text
 * node tools/faults/main.mjs --store NAME   on `server` or `embedded` alone
 * node tools/faults/main.mjs --json FILE    writes what came of each as JSON
 * node tools/faults/main.mjs --plant NAME   with a fault in the backend that must be found
 */
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(130));

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      store: { type: 'string' },
      json: { type: 'string' },
      plant: { type: 'string' },
    },
  });
  await installWhenNeeded(console.log);
  await buildWhenStale(console.log);
  // Loaded only now: what it imports is there once everything is installed.
  const { playFaults } = await import('./play.mjs');
  const played = await playFaults({ ...values, say: console.log });
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(played, null, 2)}\n`);
  // The few of the gate are judged without a PostgreSQL too: its summary says what was left out.
  const isWhole = values.short || played.leftOut.length === 0;
  return isWhole && played.cases.length > 0 && played.cases.every(({ broken }) => broken.length === 0) ? 0 : 1;
});
