import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { installWhenNeeded } from './install.mjs';
import { PlainFailure, projectRoot, runCommand } from './project.mjs';

/** Bundles are inside the project, so that Node finds its packages. */
const folder = join(projectRoot, 'dist/tools');

/**
 * Bundles a program of the project; returns the path of the bundle. Another process may run the same program, so the bundle is renamed into
 * place.
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
    for (const extension of ['.mjs.map', '.mjs']) {
      await rename(join(draft, name + extension), join(folder, name + extension));
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(folder, `${name}.mjs`);
}

/* node tools/start/run.mjs FILE [parameters]: installs packages if needed, then runs a TypeScript program of the project. */
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
