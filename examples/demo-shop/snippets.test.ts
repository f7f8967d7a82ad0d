import { execFile, execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { text } from 'node:stream/consumers';
import { writeCurlCall, writeNodeCall, writeNodeReturn, writeNodeWebhook } from './snippets';

const sandboxKey = { keyId: 'sandbox', secret: 'sandbox-secret-of-DEMO-SHOP' };
const folder = mkdtempSync(join(tmpdir(), 'ebill-snippets-'));
const run = promisify(execFile);

interface Received {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const nothing: Received = { line: '', headers: {}, body: '' };
let received: Received | null = null;
let server: Server;
let address = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received = { line: `${request.method} ${request.url}`, headers: request.headers, body };
      response.end('taken');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, code: string): string {
  const file = join(folder, name);
  writeFileSync(file, code);
  return file;
}

const env = (secret: string | null) => ({
  PATH: process.env['PATH'],
  NODE_ENV: process.env.NODE_ENV,
  ...(secret !== null && { SHOP_SECRET: secret }),
});
const runNode = (code: string) =>
  execFileSync(process.execPath, [fileOf('snippet.mjs', code)], { encoding: 'utf8', env: env(null) });

// Quotes, a backslash, a line break in a value, and letters beyond ASCII.
const oddBody = JSON.stringify({ name: `Kak Siti's "café" \\ $HOME \`date\`\n₹`, amount: 1 });

// Each test starts a process.
jest.setTimeout(30_000);

describe.each([
  ['In a terminal', writeCurlCall, 'sh', 'snippet.sh'],
  ['In Node', writeNodeCall, process.execPath, 'snippet.mjs'],
] as const)('a call %s', (_name, write, program, file) => {
  it.each([
    ['POST', '/apg/orders', oddBody],
    ['GET', '/apg/orders?partnerKey=DEMO-SHOP&orderNumber=it%27s%201', ''],
  ] as const)('%s is signed as docs/partners.md has it', async (method, target, body) => {
    const backend = { address, partnerKey: 'DEMO-SHOP', key: sandboxKey };
    const { stdout } = await run(program, [fileOf(file, write(backend, { method, target, body }))], { env: env(null) });
    expect(stdout).toContain('taken');
    const { headers } = received ?? nothing;
    expect(received).toMatchObject({ line: `${method} ${target}`, body });
    const lines = [`${method} ${target}`, headers['x-timestamp'], headers['x-nonce'], body].join('\n');
    expect(headers['x-signature']).toBe(createHmac('sha256', sandboxKey.secret).update(lines).digest('hex'));
    expect(headers['x-key-id']).toBe('sandbox');
    expect(headers['x-nonce']).toMatch(/^[\w-]{16,64}$/);
    expect(Math.abs(Date.now() - Date.parse(String(headers['x-timestamp'])))).toBeLessThan(60_000);
    expect(headers['idempotency-key'] === undefined).toBe(method === 'GET');
  });

  it('has no secret but the sandbox’s', async () => {
    const key = { keyId: 'live', secret: 'a-secret-of-production' };
    const code = write({ address, partnerKey: 'MY-SHOP', key }, { method: 'GET', target: '/apg/orders', body: '' });
    expect(code).not.toContain(key.secret);
    await run(program, [fileOf(file, code)], { env: env(key.secret) });
    const { headers } = received ?? nothing;
    const lines = ['GET /apg/orders', headers['x-timestamp'], headers['x-nonce'], ''].join('\n');
    expect(headers['x-signature']).toBe(createHmac('sha256', key.secret).update(lines).digest('hex'));
  });
});

test('a webhook is verified in Node', () => {
  const timestamp = new Date().toISOString();
  const signature = createHmac('sha256', sandboxKey.secret)
    .update(['webhook', timestamp, 'event-1', oddBody].join('\n'))
    .digest('hex');
  const headers = { 'x-timestamp': timestamp, 'x-nonce': 'event-1', 'x-signature': signature };
  expect(runNode(writeNodeWebhook(sandboxKey, { headers, body: oddBody }))).toBe('{ isValid: true, isRecent: true }\n');
  const old = { ...headers, 'x-timestamp': '2026-01-31T09:30:00.000Z' };
  expect(runNode(writeNodeWebhook(sandboxKey, { headers: old, body: oddBody }))).toBe(
    '{ isValid: false, isRecent: false }\n',
  );
});

test('a return to merchant is verified in Node', () => {
  // docs/partners.md: the fields sorted by name, percent-encoded as by encodeURIComponent.
  const text = "result\namount=13700&bankRefNo=it's%20%26%20more&keyId=sandbox&status=successful";
  const signature = createHmac('sha256', sandboxKey.secret).update(text).digest('hex');
  const fields = { status: 'successful', keyId: 'sandbox', bankRefNo: "it's & more", amount: '13700', signature };
  expect(runNode(writeNodeReturn(sandboxKey, fields))).toBe('{ isValid: true }\n');
  expect(runNode(writeNodeReturn(sandboxKey, { ...fields, amount: '13701' }))).toBe('{ isValid: false }\n');
});
