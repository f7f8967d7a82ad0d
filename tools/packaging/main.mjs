import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { buildWhenStale } from '../start/build.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { PlainFailure, runCommand } from '../start/project.mjs';

/*
 * node tools/packaging/main.mjs                 builds dist/site.tar.gz, dist/backend.tar.gz and dist/sandbox.tar.gz: everything that a
 *                                               process needs besides Node. Unpack the sandbox's archive over the backend's
 * node tools/packaging/main.mjs site            builds only the site's
 * node tools/packaging/main.mjs backend         builds the backend's and the sandbox's
 * node tools/packaging/main.mjs --verify        builds all, unpacks them into an empty folder, starts them and pays
 * node tools/packaging/main.mjs --rebuild       builds all twice, the second time in a copy of the project: the archives must be identical
 * node tools/packaging/main.mjs --json FILE     writes the results of both as JSON
 */

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      verify: { type: 'boolean', default: false },
      rebuild: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [only] = positionals;
  if (only !== undefined && only !== 'site' && only !== 'backend') {
    throw new PlainFailure('Usage: npm run package [-- site|backend|--verify|--rebuild]');
  }
  await installWhenNeeded(console.log);
  // The backend's archive is bundled from its sources.
  if (only !== 'backend') await buildWhenStale(console.log);
  // Imported here because they need the installed packages.
  const { packProcess } = await import('./pack.mjs');
  const lines = [];
  for (const name of /** @type {const} */ (['site', 'backend'])) {
    if (only === undefined || only === name) lines.push(...(await packProcess(name)));
  }
  console.log(lines.join('\n'));
  if ((!values.verify && !values.rebuild) || only !== undefined) return 0;
  let passed = 0;
  let failed = 0;
  if (values.rebuild) {
    const { compareWithRebuild } = await import('./rebuild.mjs');
    const difference = await compareWithRebuild();
    if (difference === null) passed += 1;
    else failed += 1;
    console.log(difference === null ? '✓ a second build gives the same archives' : `✗ a second build: ${difference}`);
  }
  if (values.verify) {
    const { verifyArchives } = await import('./verify-archives.mjs');
    const counts = await verifyArchives(console.log);
    passed += counts.passed;
    failed += counts.failed;
  }
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ passed, failed, notes: lines }));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
process.exit();
