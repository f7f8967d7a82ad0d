import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { buildWhenStale } from '../start/build.mjs';
import { PlainFailure, projectRoot, runCommand } from '../start/project.mjs';
import { runProgram, stopPrograms } from '../start/run-program.mjs';
import { describeMachine, requireLinux } from './machine';
import { readOptions, type BenchOptions } from './options';
import { measureBackend } from './parts/backend';
import { measureBills } from './parts/bills';
import { measureCluster } from './parts/cluster';
import { measurePages } from './parts/page';
import { measureServer } from './parts/server';
import { measureSoak } from './parts/soak';
import { measureClone, measureStart } from './parts/start';
import { measureWeight } from './parts/weight';
import { installTools } from './tools';

/*
 * npm run bench -- [parameters]         all parts except the slow ones, then docs/performance.md
 * npm run bench -- PART… [parameters]   these parts
 *
 * --quick only checks that everything works; options.ts has the other parameters.
 */

const parts: Readonly<Record<string, (options: BenchOptions) => Promise<object>>> = {
  weight: measureWeight,
  start: measureStart,
  page: measurePages,
  server: measureServer,
  backend: measureBackend,
  bills: measureBills,
  clone: measureClone,
  soak: measureSoak,
  cluster: measureCluster,
};
/** Run only by name. */
const slow = new Set(['clone', 'soak', 'cluster']);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopPrograms('SIGTERM');
    process.exit(130);
  });
}

async function writeRecord(file: string, record: object) {
  await writeFile(file, await format(JSON.stringify(record), { ...(await resolveConfig(file)), filepath: file }));
}

/** Writes docs/performance.md in another process, which loads the new records. */
async function writePage() {
  const run = join(projectRoot, 'tools/start/run.mjs');
  const { code, output } = await runProgram(process.execPath, [run, 'tools/bench/write-performance-page.ts'], {
    cwd: projectRoot,
  });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\ndocs/performance.md could not be written.`);
}

await runCommand(async () => {
  const { names, options } = readOptions(process.argv.slice(2));
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    throw new PlainFailure(`There is no part '${unknown}'. Parts: ${Object.keys(parts).join(', ')}`);
  }
  requireLinux();
  await installTools(console.log);
  await buildWhenStale(console.log);

  const results = join(projectRoot, 'tools/bench/results');
  await mkdir(results, { recursive: true });
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length === 0 ? slow.has(name) : !names.includes(name)) continue;
    const start = performance.now();
    const record = { machine: describeMachine(), isQuick: options.isQuick, ...(await measure(options)) };
    await writeRecord(join(results, `${name}.json`), record);
    console.log(`✓ ${name}: tools/bench/results/${name}.json, ${Math.round((performance.now() - start) / 1000)} s`);
  }
  await writePage();
  console.log('✓ docs/performance.md');
  return 0;
});
process.exit();
