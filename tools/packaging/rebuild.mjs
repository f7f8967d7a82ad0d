import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { readSourceTime } from './archive.mjs';
import { archives } from './pack.mjs';

/** On the same file system as node_modules, which is hard-linked; no build reads this folder. */
const copy = join(projectRoot, 'dist/copy');

/** Generated and installed folders, which are not copied. */
const generated = /^(\.git|\.data.*|\.next.*|\.swc|coverage|dist|node_modules|playwright-report|test-results)$/;

async function copyProject() {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  const names = (await readdir(projectRoot)).filter((name) => !generated.test(name));
  for (const name of names) await cp(join(projectRoot, name), join(copy, name), { recursive: true });
  const { code, output } = await runProgram('cp', [
    '-al',
    join(projectRoot, 'node_modules'),
    join(copy, 'node_modules'),
  ]);
  if (code !== 0) throw new PlainFailure(output);
}

/** @param {string} file */
async function digestOf(file) {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/**
 * Builds and packs a copy of the project in another folder, without caches, and compares its archives with the existing ones.
 *
 * @returns {Promise<string | null>} the difference, or null, in which case the copy is removed
 */
export async function compareWithRebuild() {
  const seconds = await readSourceTime();
  if (seconds === null)
    return 'there is neither a commit nor SOURCE_DATE_EPOCH: archives keep the times of their files';
  await copyProject();
  const environment = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) };
  const { code, output } = await runProgram(process.execPath, ['tools/packaging/main.mjs'], {
    cwd: copy,
    env: { ...environment, NEXT_DIST_DIR: '' },
  });
  if (code !== 0) return output;
  const files = Object.values(archives);
  const digests = await Promise.all(
    files.map(async (file) => [await digestOf(file), await digestOf(join(copy, 'dist', basename(file)))]),
  );
  const differing = files
    .map((file) => basename(file))
    .filter((_, index) => digests[index]?.[0] !== digests[index]?.[1]);
  if (differing.length > 0) return `${differing.join(', ')}: compare dist/package with dist/copy/dist/package`;
  await rm(copy, { recursive: true, force: true });
  return null;
}
