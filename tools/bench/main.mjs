import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWhenStale } from '../start/build.mjs';
import { installWhenNeeded } from '../start/install.mjs';
import { PlainFailure, projectRoot, runCommand } from '../start/project.mjs';
import { runProgram, stopPrograms } from '../start/run-program.mjs';
import { describeMachine, refuseOtherSystems } from './machine.mjs';
import { readOptions } from './options.mjs';
import { installTools } from './tools.mjs';

/*
 * node tools/bench/main.mjs [parameters]         every part but the long ones, then docs/performance.md
 * node tools/bench/main.mjs PART… [parameters]   these parts
 *
 * --quick shows whether it works; tools/bench/options.mjs has the other parameters.
 */

/** Loaded only when they run: what they import is there once everything is installed. @satisfies {Record<string, () => Promise<(options: import('./options.mjs').BenchOptions) => Promise<object>>>} */
const parts = {
  weight: async () => (await import('./parts/weight.mjs')).measureWeight,
  start: async () => (await import('./parts/start.mjs')).measureStart,
  page: async () => (await import('./parts/page.mjs')).measurePages,
  server: async () => (await import('./parts/server.mjs')).measureServer,
  profile: async () => (await import('./parts/profile.mjs')).measureProfile,
  backend: async () => (await import('./parts/backend.mjs')).measureBackend,
  clone: async () => (await import('./parts/clone.mjs')).measureClone,
  soak: async () => (await import('./parts/soak.mjs')).measureSoak,
};
/** Asked for by name alone. */
const long = new Set(['clone', 'soak']);

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopPrograms('SIGTERM');
    process.exit(130);
  });
}

/** @param {string} file @param {object} record */
async function writeRecord(file, record) {
  // As `npm run format` wants it.
  const { format, resolveConfig } = await import('prettier');
  await writeFile(file, await format(JSON.stringify(record), { ...(await resolveConfig(file)), filepath: file }));
}

/** Writes docs/performance.md by all that was ever written down. */
async function writePage() {
  const run = join(projectRoot, 'tools/start/run.mjs');
  const { code, output } = await runProgram(process.execPath, [run, 'tools/bench/write-performance-page.ts'], {
    cwd: projectRoot,
  });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\ndocs/performance.md could not be written.`);
}

await runCommand(async () => {
  const { names, options } = readOptions(process.argv.slice(2));
  const all = Object.entries(parts);
  const wanted =
    names.length === 0 ? all.filter(([name]) => !long.has(name)) : all.filter(([name]) => names.includes(name));
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new PlainFailure(`There is no part '${unknown}'. Parts: ${Object.keys(parts).join(', ')}`);
  refuseOtherSystems();
  await installWhenNeeded(console.log);
  await installTools(console.log);
  await buildWhenStale(console.log);

  const results = join(projectRoot, 'tools/bench/results');
  await mkdir(results, { recursive: true });
  for (const [name, load] of wanted) {
    const began = performance.now();
    const measure = await load();
    const record = { machine: describeMachine(), isQuick: options.isQuick, ...(await measure(options)) };
    await writeRecord(join(results, `${name}.json`), record);
    console.log(`✓ ${name}: tools/bench/results/${name}.json, ${Math.round((performance.now() - began) / 1000)} s`);
  }
  await writePage();
  console.log('✓ docs/performance.md');
  return 0;
});
process.exit();
