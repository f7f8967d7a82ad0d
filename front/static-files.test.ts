import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request as callHttp, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createFront, drainServer, type FrontServer } from './server';
import { createStaticFiles } from './static-files';

const folder = mkdtempSync(join(tmpdir(), 'ebill-static-'));
const script = 'export const words = "a script of the site";'.repeat(50);
const styles = '.sheet { color: var(--ink); }'.repeat(50);
let front: FrontServer;
let port: number;

beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'));
  writeFileSync(join(folder, 'chunks/a1b2.js'), script);
  writeFileSync(join(folder, 'chunks/a1b2.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'chunks/a1b2.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'chunks/c3d4.css'), styles);
  writeFileSync(join(folder, 'chunks/c3d4.css.br'), brotliCompressSync(styles));
  writeFileSync(join(folder, 'chunks/small.css'), 'a{}');
  writeFileSync(join(folder, 'chunks/late.js'), '');
  const settings = { port: 3000, publicOrigin: 'http://pay.example.com', trustedProxies: 0, logsRequests: false };
  front = createFront({
    settings,
    handle: (_request, response) => void response.writeHead(404).end('Next'),
    serveFile: createStaticFiles(folder),
    log: () => undefined,
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  port = (front.address() as AddressInfo).port;
});
afterAll(async () => {
  await drainServer(front, 200);
  rmSync(folder, { recursive: true, force: true });
});

const decompressors = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

/** Sends a plain request: `fetch` would normalise the path and decompress the response. */
function call(
  path: string,
  accepted: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { host: 'pay.example.com', 'accept-encoding': accepted };
    callHttp({ host: '127.0.0.1', port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test.each(['br', 'gzip', 'identity'] as const)('serves a script with encoding %s', async (encoding) => {
  const { headers, bytes } = await call('/_next/static/chunks/a1b2.js', encoding);
  expect(decompressors[encoding](bytes).toString()).toBe(script);
  expect(headers).toMatchObject({
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'Accept-Encoding',
  });
});

test('serves a style sheet compressed and immutable', async () => {
  const { headers, bytes } = await call('/_next/static/chunks/c3d4.css', 'gzip, br');
  expect(brotliDecompressSync(bytes).toString()).toBe(styles);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=utf-8',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
});

test('reads a file again after a failed read', async () => {
  const file = join(folder, 'chunks/late.js');
  rmSync(file);
  await expect(call('/_next/static/chunks/late.js', 'identity')).rejects.toThrow('socket hang up');
  writeFileSync(file, script);
  const { bytes } = await call('/_next/static/chunks/late.js', 'identity');
  expect(bytes.toString()).toBe(script);
});

test('serves a small file uncompressed', async () => {
  const { headers, bytes } = await call('/_next/static/chunks/small.css', 'br');
  expect(headers['content-encoding']).toBeUndefined();
  expect(bytes.toString()).toBe('a{}');
});

test.each([
  '/_next/static/chunks/none.js',
  '/_next/static/../secrets.json',
  '/_next/static/%2e%2e/secrets.json',
  '/_next/static/chunks/a1b2.js.br',
  '/_next/static/',
  '/chunks/a1b2.js',
])('leaves %s to Next', async (path) => {
  const { status, bytes } = await call(path, 'identity');
  expect({ status, text: bytes.toString() }).toEqual({ status: 404, text: 'Next' });
});
