import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { actions } from '@/lib/routes';
import { expect, test } from '../fixtures/journey';
import { stack } from '../fixtures/stack';

/** Every form action of the site itself. */
const forms = Object.values(actions).filter(
  (path) => path !== actions.bankReturn && path !== actions.accountLinkCallback,
);

/** Sends raw bytes and returns the complete response. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(stack.site);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

for (const { name, headers } of [
  { name: 'from another site', headers: { origin: 'https://evil.example' } },
  { name: 'from a sandboxed frame', headers: { origin: 'null' } },
  { name: 'from a site whose name begins like ours', headers: { origin: `${stack.site}.evil.example` } },
  { name: 'marked cross-site', headers: { origin: stack.site, 'sec-fetch-site': 'cross-site' } },
  { name: 'marked same-site', headers: { origin: stack.site, 'sec-fetch-site': 'same-site' } },
  { name: 'without an Origin', headers: {} },
  { name: 'without an Origin, marked our own', headers: { 'sec-fetch-site': 'same-origin' } },
]) {
  test(`row 22: every form refuses a post ${name}`, async ({ playwright }) => {
    const context = await playwright.request.newContext({ baseURL: stack.site });
    for (const path of forms) {
      const answer = await context.post(path, { headers, form: { accountNumber: '1234567801' }, maxRedirects: 0 });
      expect(answer.status(), path).toBe(403);
    }
    await context.dispose();
  });
}

test('row 22: every form refuses plain text, JSON and files', async ({ playwright }) => {
  const context = await playwright.request.newContext({
    baseURL: stack.site,
    extraHTTPHeaders: { origin: stack.site },
  });
  for (const path of forms) {
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const answer = await context.post(path, {
        headers: { 'content-type': type },
        data: Buffer.from('accountNumber=1234567801'),
        maxRedirects: 0,
      });
      expect(answer.status(), `${path}: ${type}`).toBe(415);
    }
  }
  await context.dispose();
});

test('row 26: an unknown path is shown as escaped text, and shortened', async ({ request }) => {
  for (const path of [
    '/<script>alert(1)</script>',
    '/%3Cscript%3Ealert(1)%3C/script%3E',
    '/%253Cscript%253E',
    '/"><img src=x onerror=alert(1)>',
    "/'-alert(1)-'",
    '/%0d%0aset-cookie:%20a=b',
    '/%E5%98%8A%E5%98%8Dset-cookie:a=b',
    '/\u202e/evil',
    '/{{7*7}}${7*7}',
    `/${'x'.repeat(7_000)}`,
    '/%ff%fe',
    '/%',
  ]) {
    const answer = await request.get(stack.site + path, { maxRedirects: 0 });
    // The path is also in the data of Next's router, inside a script and as JSON.
    const whole = await answer.text();
    const html = whole.replace(/<script.*?<\/script>/gs, '');
    expect(whole, path).not.toMatch(/<script>alert|<img src=x/);
    expect([400, 404], path).toContain(answer.status());
    expect(answer.headers()['set-cookie'] ?? '', path).not.toContain('a=b');
    expect(html, path).not.toMatch(/<script>alert|<img src=x|x{300}/);
  }
  expect((await request.get(`${stack.site}/${'x'.repeat(8 * 1024)}`)).status()).toBe(414);
});

test('row 28: rejects foreign Host headers, and repeats none', async ({ playwright }) => {
  const { host, port } = new URL(stack.site);
  for (const head of [
    'GET / HTTP/1.1\r\nHost: evil.example',
    `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example`,
    `GET / HTTP/1.1\r\nHost: ${host}@evil.example`,
    `GET / HTTP/1.1\r\nHost: evil.example:${port}`,
    `GET http://evil.example/home HTTP/1.1\r\nHost: ${host}`,
    `GET //evil.example/ HTTP/1.1\r\nHost: evil.example`,
  ]) {
    const answer = await sendRaw(`${head}\r\nConnection: close\r\n\r\n`);
    expect(answer, head).toMatch(/^HTTP\/1\.1 4(00|21) /);
    expect(answer, head).not.toContain('evil.example');
  }
  const context = await playwright.request.newContext();
  const forwarded = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
    'x-original-url': '/state/maintenance',
    forwarded: 'host=evil.example;proto=https',
  };
  for (const path of ['/', '/home', '/pay/ebill', '/bankResultFPX?refid=x&y=z', '/epayment/entry']) {
    const answer = await context.get(stack.site + path, { headers: forwarded, maxRedirects: 0 });
    expect(answer.status(), path).toBeLessThan(400);
    expect(answer.headers()['location'] ?? '/', path).toMatch(/^\/(?!\/)/);
    expect(JSON.stringify(answer.headers()) + (await answer.text()), path).not.toContain('evil.example');
  }
  await context.dispose();
});

test('row 29: the servers fetch no URL that a visitor supplies', async ({ request, sandbox }) => {
  for (const target of ['http://169.254.169.254/latest/meta-data', 'http://localhost@169.254.169.254/', '/icon.svg']) {
    const query = new URLSearchParams({ url: target, w: '64', q: '75' });
    expect((await request.get(`${stack.site}/_next/image?${query.toString()}`)).status(), target).toBe(404);
  }
  const order = { partnerKey: 'DEMO-SHOP', items: [{ name: 'Decoder', amount: 12_900 }] };
  for (const address of [
    'http://169.254.169.254/',
    'http://localhost@169.254.169.254/',
    'http://[::ffff:a9fe:a9fe]/',
  ]) {
    await expect(sandbox.createOrder({ ...order, webhookURL: address }), address).rejects.toThrow('not-registered');
  }
});

test('row 30: no request body pollutes Object.prototype', async ({ request, openVisit }) => {
  const visit = await openVisit();
  for (const names of [
    ['__proto__', '__proto__[polluted]', '__proto__.polluted'],
    ['constructor', 'constructor[prototype][polluted]', 'constructor.prototype.polluted'],
    ['prototype', 'card[__proto__][polluted]', 'toString'],
  ]) {
    const fields = Object.fromEntries(names.map((name) => [name, '{"polluted":true}']));
    await visit.post('/api/bill/lookup', { accountNumber: '', ...fields });
    await visit.post('/api/payment/pay', { refid: 'a'.repeat(26), ...fields });
  }
  const bad = '{"polluted":"yes"}';
  for (const body of [
    `{"__proto__":${bad},"accountNumber":"1234567801"}`,
    `{"constructor":{"prototype":${bad}},"accountNumber":"1234567801"}`,
    `{"accountNumber":"1234567801","more":{"deep":{"__proto__":${bad}}}}`,
    `{"accountNumber":"1234567801","more":[{"constructor":{"prototype":${bad}}}]}`,
  ]) {
    for (const path of ['/apg/bill', '/sandbox/orders']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await request.post(stack.backend + path, { data: Buffer.from(body), headers });
      expect(answer.status(), body).toBeLessThan(500);
    }
  }
  // A polluted prototype would show in every object that is written as JSON.
  const after = [
    `${stack.site}/api/apg/util/config`,
    `${stack.backend}/apg/util/config`,
    `${stack.backend}/sandbox/ledger`,
  ];
  for (const address of after) expect(await (await request.get(address)).text(), address).not.toContain('polluted');
});

test('row 36: every form refuses a body of twelve megabytes, announced or not', async ({ request }) => {
  const large = Buffer.alloc(12 * 1024 * 1024, 'a');
  const headers = { origin: stack.site, 'content-type': 'application/x-www-form-urlencoded' };
  for (const path of ['/api/bill/lookup', '/api/payment/pay', '/bankResultFPX', '/api/language', '/api/analytics']) {
    const answer = await request.post(stack.site + path, { headers, data: large.subarray(0, 65_537) });
    expect(answer.status(), path).toBe(413);
  }
  const answer = await request.post(`${stack.site}/api/bill/lookup`, { headers, data: large }).catch(() => null);
  // Either it gets the response, or the connection is closed while it is still sending.
  expect(answer === null ? 413 : answer.status()).toBe(413);
  const { host } = new URL(stack.site);
  const chunk = `4000\r\n${'a'.repeat(0x4000)}\r\n`;
  const head = `POST /api/bill/lookup HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${stack.site}\r\nContent-Type: application/x-www-form-urlencoded`;
  const chunked = await sendRaw(
    `${head}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(8)}0\r\n\r\n`,
  );
  expect(chunked).toMatch(/^HTTP\/1\.1 413 /);
  // The backend's server limits bodies, too.
  const json = await request.post(`${stack.backend}/apg/bill`, { data: { accountNumber: '1'.repeat(2_000_000) } });
  expect(json.status()).toBe(413);
});

test('row 37: SQL, templates and log lines in input are treated as text', async ({
  openVisit,
  paymentApi,
  account,
  sandbox,
}) => {
  const refid = await paymentApi.createPayment(account('01'));
  const visit = await openVisit();
  for (const text of [
    "' or '1'='1",
    "'; drop table orders; --",
    '1); select pg_sleep(5); --',
    '{{7*191}}${7*191}<%= 7*191 %>#{7*191}',
    '$(sleep 5)`sleep 5`|sleep 5',
    '%00%0a{"level":"error","event":"forged"}',
    '\n{"level":"error","event":"forged"}',
    '*)(uid=*))(|(uid=*',
    '../../../../etc/passwd',
    '\u0000',
  ]) {
    const began = Date.now();
    const answers = [
      await visit.post('/api/bill/lookup', { accountNumber: text }),
      await visit.post('/api/payment/pay', {
        refid,
        selectedPaymentMethod: text,
        userEmailAddress: text,
        fpxBankID: text,
      }),
      await visit.post('/api/payment/cancel', { refid: text }),
      await visit.post('/api/pay-by-mobile/send', { refid, mobileNumber: text }),
      await visit.get(`/bankResultFPX?refid=${encodeURIComponent(text)}`),
      await visit.get(`/bankResultFPX?fpx_sellerExOrderNo=${encodeURIComponent(text)}&fpx_msgType=AC`),
      await visit.get(`/epayment/entry?paymentId=${encodeURIComponent(text)}`),
    ];
    for (const answer of answers) {
      expect(answer.status(), text).toBeLessThan(500);
      expect(await answer.text(), text).not.toMatch(/1337|root:x:/);
    }
    expect(Date.now() - began, text).toBeLessThan(20_000);
  }
  expect((await sandbox.history(refid)).state).toBe('open');
  expect((await sandbox.ledger()).balanced).toBe(true);
  // No input is in the log, so no input can forge a log line.
  expect(readFileSync(stack.logFile, 'utf8')).not.toContain('forged');
});
