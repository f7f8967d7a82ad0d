import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';

/*
 * node tools/packaging/main.mjs [site|backend]  makes dist/site.tar.gz and dist/backend.tar.gz, or one of them: all that the process runs on beside
 *                                          Node, and nothing else
 * node tools/packaging/main.mjs --walk          makes both, unpacks them where there is nothing else, starts them and pays
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
    if (only === undefined || only === name) lines.push(await packProcess(name));
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
