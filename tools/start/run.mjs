import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { installWhenNeeded } from './install.mjs';
import { PlainFailure, projectRoot, runCommand } from './project.mjs';

/** Where programs are bundled: below the project, so that Node finds its packages. */
const folder = join(projectRoot, 'dist/tools');

/**
 * Bundles a program of the project; returns the bundle. Another process may run the same program, so the bundle is moved into place whole.
 *
 * @param {string} file
 */
async function bundleProgram(file) {
  const source = relative(projectRoot, resolve(file));
  const name = source.replace(/\.[cm]?[jt]sx?$/, '').replaceAll(/\W+/g, '-');
  await mkdir(folder, { recursive: true });
  const draft = mkdtempSync(join(projectRoot, 'dist', 'run-'));
  try {
    await bundle({ [name]: source }, draft);
    for (const ending of ['.mjs.map', '.mjs']) await rename(join(draft, name + ending), join(folder, name + ending));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(folder, `${name}.mjs`);
}

/* node tools/start/run.mjs FILE [parameters]: runs a TypeScript program of the project, once what it needs is installed. */
const [, , file, ...parameters] = process.argv;
let program = '';
await runCommand(async () => {
  if (file === undefined) throw new PlainFailure('Usage: node tools/start/run.mjs FILE [parameters]');
  await installWhenNeeded(console.error);
  program = await bundleProgram(file);
  return 0;
});
if (program !== '') {
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, basename(program), ...parameters];
  await import(pathToFileURL(program).href);
}
