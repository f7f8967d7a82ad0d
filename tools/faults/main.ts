import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { runCommand } from '../start/project.mjs';
import { runFaultCases } from './run-cases';

/*
 * npm run faults                     injects faults into the running product, on PostgreSQL and on the embedded store
 * npm run faults -- --short          a short list of cases
 * npm run faults -- --only TEXT      cases whose name contains the text
 * npm run faults -- --store NAME     on `server` or `embedded` only
 * npm run faults -- --json FILE      writes the results as JSON
 * npm run faults -- --plant NAME     with a planted fault in the backend, which the run must find
 */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

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
  await buildWhenStale(console.log);
  const report = await runFaultCases({ ...values, log: console.log });
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  // The short list also passes without PostgreSQL: its summary lists what was skipped.
  const isComplete = values.short || report.skipped.length === 0;
  return isComplete && report.cases.length > 0 && report.cases.every(({ failures }) => failures.length === 0) ? 0 : 1;
});
