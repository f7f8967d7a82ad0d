import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { bundle } from './bundle.mjs';
import { installWhenNeeded } from './install.mjs';
import { PlainFailure, projectRoot, runCommand } from './project.mjs';

/*
 * node tools/start/run.mjs FILE.ts [parameters]: runs a TypeScript file of the project.
 * The bundle lies under dist/, so that Node finds the packages beside it.
 */
await runCommand(async () => {
  const [file, ...parameters] = process.argv.slice(2);
  if (file === undefined) throw new PlainFailure('Usage: node tools/start/run.mjs FILE.ts [parameters]');
  await installWhenNeeded(console.error);

  const name = basename(file).replace(/\.[cm]?tsx?$/, '');
  await mkdir(join(projectRoot, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, 'dist', 'run-'));
  try {
    await bundle({ [name]: relative(projectRoot, resolve(file)) }, folder);
    const program = spawn(process.execPath, ['--enable-source-maps', join(folder, `${name}.mjs`), ...parameters], {
      stdio: 'inherit',
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => program.kill(signal));
    return await new Promise((done) => program.on('close', (code) => done(code ?? 1)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
