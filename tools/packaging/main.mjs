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
 * node tools/packaging/main.mjs --rebuild       makes all, and again in a copy of the project: the archives must be the same, byte for byte
 * node tools/packaging/main.mjs --json FILE     writes what came of the walk and the second build as JSON
 */

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      walk: { type: 'boolean', default: false },
      rebuild: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
    allowPositionals: true,
  });
  const [only] = positionals;
  if (only !== undefined && only !== 'site' && only !== 'backend') {
    throw new PlainFailure('Usage: npm run package [-- site|backend|--walk|--rebuild]');
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
  if ((!values.walk && !values.rebuild) || only !== undefined) return 0;
  let passed = 0;
  let failed = 0;
  if (values.rebuild) {
    const { compareWithRebuild } = await import('./rebuild.mjs');
    const wrong = await compareWithRebuild();
    if (wrong === null) passed += 1;
    else failed += 1;
    console.log(wrong === null ? '✓ a second build gives the same archives' : `✗ a second build: ${wrong}`);
  }
  if (values.walk) {
    const { walkPackages } = await import('./walk.mjs');
    const walked = await walkPackages(console.log);
    passed += walked.passed;
    failed += walked.failed;
  }
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify({ passed, failed, notes: lines }));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
process.exit();
