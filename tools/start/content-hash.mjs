import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * @param {string} root
 * @param {string} path relative to root, with slashes
 * @returns {Promise<string[]>} the file itself, or the files in the folder; none if it does not exist
 */
async function listFiles(root, path) {
  const stats = await stat(join(root, path)).catch(() => undefined);
  if (stats === undefined) return [];
  if (stats.isFile()) return [path];
  const names = await readdir(join(root, path));
  const lists = await Promise.all(names.map((name) => listFiles(root, `${path}/${name}`)));
  return lists.flat();
}

/** Builds do not read these. */
const testFile = /\.(test|fixture)\.tsx?$/;

/**
 * Hashes names and contents of files, so that the result is the same on every machine and after every checkout.
 *
 * @param {string} root
 * @param {readonly string[]} paths files and folders relative to root; missing ones count as empty
 * @returns {Promise<string>} hexadecimal SHA-256
 */
export async function hashContents(root, paths) {
  const lists = await Promise.all(paths.map((path) => listFiles(root, path)));
  const files = lists
    .flat()
    .filter((file) => !testFile.test(file))
    .sort();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    const content = contents[index] ?? Buffer.alloc(0);
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
