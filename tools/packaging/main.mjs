import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';

/*
 * node tools/packaging/main.mjs                 makes dist/site.tar.gz, dist/backend.tar.gz and dist/sandbox.tar.gz: all that a process needs besides
 *                                               Node, and nothing else. The sandbox's archive is unpacked over the backend's
 * node tools/packaging/main.mjs site            makes the site's alone
 * node tools/packaging/main.mjs backend         makes the backend's and the sandbox's
 * node tools/packaging/main.mjs --walk          makes all, unpacks them into an empty folder, starts them and pays
 * node tools/packaging/main.mjs --json FILE     writes what came of the walk as JSON
 */

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { walk: { type: 'boolean', default: false }, json: { type: 'string' } },
    allowPositionals: true,
  });
  const [only] = positionals;
  if (only !== undefined && only !== 'site' && only !== 'backend') {
    throw new PlainFailure('Usage: npm run package [-- site|backend|--walk]');
  }
  await installWhenNeeded(console.log);
  // The backend's is made of its sources.
  if (only !== 'backend') await buildWhenStale(console.log);
  // Loaded only now: what they import is there once everything is installed.
  const { packProcess } = await import('./pack.mjs');
  const lines = [];
  for (const name of /** @type {const} */ (['site', 'backend'])) {
    if (only === undefined || only === name) lines.push(...(await packProcess(name)));
  }
  console.log(lines.join('\n'));
  if (!values.walk || only !== undefined) return 0;
  const { walkPackages } = await import('./walk.mjs');
  const walked = await walkPackages(console.log);
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ ...walked, notes: lines }));
  console.log(`${walked.passed} passed, ${walked.failed} failed`);
  return walked.failed === 0 ? 0 : 1;
});
process.exit();
