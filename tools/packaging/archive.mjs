import { chmod, lstat, lutimes, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { PlainFailure, projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';

/** @param {string} within absolute path of a folder @returns {Promise<string[]>} sorted relative paths of its files; links are not followed */
export async function listFiles(within) {
  const entries = await readdir(within, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(within, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/**
 * Returns the modification time of packed files: SOURCE_DATE_EPOCH (reproducible-builds.org), or the commit's time. Null if there is
 * neither: files then keep their own.
 *
 * @returns {Promise<number | null>} seconds since 1970
 */
export async function readSourceTime() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d{1,12}$/.test(given)) return Number(given);
  const { code, output } = await runProgram('git', ['log', '-1', '--format=%ct'], { cwd: projectRoot });
  return code === 0 && /^\d{1,12}\n$/.test(output) ? Number(output) : null;
}

/** Sets the owner to root: for GNU tar, and for bsdtar (macOS, Windows). */
const ownerOptions =
  process.platform === 'linux'
    ? ['--owner=0', '--group=0', '--numeric-owner']
    : ['--uid=0', '--gid=0', '--uname=', '--gname='];

/**
 * Packs a folder reproducibly: sorted files, one owner, the source time, modes 644 or 755, and no time in the gzip header.
 *
 * @param {string} folder absolute
 * @param {string} archive absolute, `.tar.gz`
 */
export async function packFolder(folder, archive) {
  const files = await listFiles(folder);
  const seconds = await readSourceTime();
  for (const file of files) {
    const path = join(folder, file);
    const found = await lstat(path);
    if (!found.isSymbolicLink()) await chmod(path, (found.mode & 0o100) === 0 ? 0o644 : 0o755);
    if (seconds !== null) await lutimes(path, seconds, seconds);
  }
  const [list, unzipped] = [`${archive}.files`, `${archive}.tar`];
  await writeFile(list, files.map((file) => `./${file}\n`).join(''));
  const parameters = ['--format=ustar', ...ownerOptions, '-cf', unzipped, '-C', folder, '-T', list];
  const { code, output } = await runProgram('tar', parameters, { cwd: projectRoot });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\n${archive} could not be written; see above.`);
  await writeFile(archive, gzipSync(await readFile(unzipped), { level: constants.Z_BEST_COMPRESSION }));
  await Promise.all([list, unzipped].map((file) => rm(file)));
}
