import { execFile } from 'node:child_process';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

const project = path.join(__dirname, '..', '..');

/** What an operator runs, and what it says. */
function runIntegrity(...urls: string[]): Promise<{ readonly code: number; readonly output: string }> {
  const command = [path.join(project, 'tools/start/run.mjs'), 'cli/ops.ts', 'integrity', ...urls];
  return new Promise((resolve) =>
    execFile(process.execPath, command, { cwd: project }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr }),
    ),
  );
}

interface Changes {
  readonly text?: (text: string, path: string) => string;
  readonly headers?: (headers: IncomingHttpHeaders | OutgoingHttpHeaders) => OutgoingHttpHeaders;
}

/** The site as somebody in between would serve it. */
async function serveChanged({ text = (same) => same, headers = (same) => ({ ...same }) }: Changes) {
  const server = createServer((request, response) => {
    void (async () => {
      const url = request.url ?? '/';
      const given = await fetch(stack.site + url);
      const kept = headers(Object.fromEntries(given.headers));
      delete kept['content-encoding'];
      delete kept['content-length'];
      response.writeHead(given.status, kept).end(text(await given.text(), url));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

test('row 34: home and a payment page are what was built', async ({ account, startPayment }) => {
  const refid = await startPayment(account('01'));
  const { code, output } = await runIntegrity(`${stack.site}/`, `${stack.site}/epayment/entry?refid=${refid}`);
  expect(output).toContain('"differences": []');
  expect(code).toBe(0);
});

const intrusions: Readonly<Record<string, Changes>> = {
  'a script of another site': {
    text: (text) => text.replace('</body>', '<script src="https://evil.example/skim.js"></script></body>'),
  },
  'a changed script': { text: (text, url) => (url.endsWith('.js') ? `${text};fetch("//evil.example")` : text) },
  'a policy that lets more in': {
    headers: (headers) => ({
      ...headers,
      'content-security-policy': String(headers['content-security-policy'] ?? '').replace("'strict-dynamic'", 'https:'),
    }),
  },
  'a header that is gone': { headers: ({ 'x-frame-options': _gone, ...headers }) => headers },
};

for (const [what, changes] of Object.entries(intrusions)) {
  test(`row 34: ${what} is an alarm`, async () => {
    const changed = await serveChanged(changes);
    try {
      const { code, output } = await runIntegrity(changed.url);
      expect(output).toContain(what === 'a changed script' ? 'is not what was built' : changed.url);
      expect(code).toBe(1);
    } finally {
      changed.close();
    }
  });
}

test('row 34: what a browser held back can be reported, and nothing else', async ({ request }) => {
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
  const endpoint = /report-uri ([^;\s]+)/.exec(policy)?.[1] ?? '';
  const report = {
    'effective-directive': 'img-src',
    'blocked-uri': 'https://evil.example/x',
    'document-uri': stack.site,
  };
  const post = (type: string, data: string) => request.post(endpoint, { headers: { 'content-type': type }, data });
  expect((await post('application/csp-report', JSON.stringify({ 'csp-report': report }))).status()).toBe(204);
  expect((await post('application/json', '{}')).status()).toBe(415);
  expect((await post('application/csp-report', 'x'.repeat(20_000))).status()).toBe(413);
  expect((await request.get(endpoint)).status()).toBe(405);
  const many = await Promise.all(Array.from({ length: 30 }, () => post('application/reports+json', '[]')));
  expect(many.map((response) => response.status())).toContain(429);
});
