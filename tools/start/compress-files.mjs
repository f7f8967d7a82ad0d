import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|json|svg)$/;
/** Bytes below which a file fits a packet as it is. */
const smallest = 860;

/**
 * Puts the best compressed forms of a folder's text files beside them, as `.br` and `.gz`: once here instead of with
 * each request.
 *
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (content.length < smallest) continue;
    const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    const [best, wellKnown] = await Promise.all([
      promisify(brotliCompress)(content, { params: parameters }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${file}.br`, best), writeFile(`${file}.gz`, wellKnown)]);
  }
}
