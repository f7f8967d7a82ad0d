import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { chooseEncoding } from './encoding';
import { readPath } from './request-path';

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
};

/** The suffixes of the compressed files that the build puts beside a file. */
const suffixes = { br: '.br', gzip: '.gz' };

const pathPrefix = '/_next/static/';

/**
 * Serves the files of the site's build, whose names change with their content: compressed once, at build time, with the best level, and
 * served from memory. Next would read each from disk and compress it per request.
 *
 * Only files that existed at the start are served, by their exact names, which rules out path traversal; anything else is left to Next.
 *
 * @param folder the build's `static` folder
 */
export function createStaticFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
  const files = new Set(names);
  const contents = new Map<string, Promise<Buffer>>();

  function read(name: string): Promise<Buffer> {
    const known = contents.get(name);
    if (known !== undefined) return known;
    const content = readFile(join(folder, name));
    contents.set(name, content);
    // A file that could not be read may be readable the next time.
    content.catch(() => contents.delete(name));
    return content;
  }

  return (request, response) => {
    const path = readPath(request.url);
    const name = path.slice(pathPrefix.length);
    const type = types[extname(name)];
    if (!path.startsWith(pathPrefix) || !files.has(name) || type === undefined || request.method === 'POST')
      return false;

    const wanted = chooseEncoding(request.headers['accept-encoding']);
    const encoding = wanted !== undefined && files.has(`${name}${suffixes[wanted]}`) ? wanted : undefined;
    read(encoding === undefined ? name : `${name}${suffixes[encoding]}`).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': type,
          'content-length': bytes.length,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          // Files that the build did not compress are compressed by the response.
          ...(encoding !== undefined && { 'content-encoding': encoding, vary: 'Accept-Encoding' }),
        });
        response.end(request.method === 'HEAD' ? undefined : bytes);
      },
      () => response.destroy(),
    );
    return true;
  };
}
