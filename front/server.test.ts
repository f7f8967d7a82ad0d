import { request as callHttp, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createFront, drainServer, type FrontOptions, type FrontServer } from './server';

const host = 'pay.example.com';
const settings = { port: 3000, publicOrigin: `https://${host}`, trustedProxies: 1, logsRequests: false };
const page = `<!doctype html><title>Pay</title>${'<p>A page that is worth compressing.</p>'.repeat(200)}`;

let front: FrontServer;
let port: number;
const log = jest.fn();

async function listen(options: Partial<FrontOptions> = {}): Promise<void> {
  front = createFront({ settings, handle: echo, log, ...options });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  port = (front.address() as AddressInfo).port;
}

/** Replaces Next: returns the request that it received. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

function call(
  method: string,
  target: string,
  headers: Record<string, string | string[]> = {},
  body?: Buffer | string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = callHttp(
      { port, host: '127.0.0.1', method, path: target, headers: { host, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
        );
        answer.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Sends raw text and returns the whole response. */
function callRaw(text: string, keepOpen = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => (keepOpen ? socket.write(text) : socket.end(text)));
    let answer = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (answer += piece));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

function readSeen(answer: Answer): { headers: Record<string, string>; body: string; method: string; url: string } {
  return JSON.parse(answer.bytes.toString());
}

afterEach(() => drainServer(front, 200));

describe('requests', () => {
  beforeEach(() => listen());

  test('forwards a valid request unchanged', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const seen = readSeen(await call('POST', '/api/bill?x=1', { ...type, cookie: 'a=b' }, 'accountNumber=1234567801'));
    expect(seen).toMatchObject({ method: 'POST', url: '/api/bill?x=1', body: 'accountNumber=1234567801' });
    expect(seen.headers).toMatchObject({ host, cookie: 'a=b', ...type });
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('rejects %s', async (method) => {
    const answer = await call(method, '/');
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST', 'cache-control': 'no-store' } });
  });

  test('row 28: a foreign host is refused, by name and by absolute form', async () => {
    expect((await call('GET', '/', { host: 'evil.example' })).status).toBe(421);
    expect(await callRaw(`GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await callRaw('GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await callRaw(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 4(00|21) /,
    );
  });

  test('row 49: headers that are parsed for every request are cut, and nobody is refused', async () => {
    const long = 'a'.repeat(5_000);
    const seen = readSeen(
      await call('GET', '/', { 'user-agent': long, 'accept-encoding': long, 'accept-language': long, accept: long }),
    );
    expect(seen.headers['user-agent']).toHaveLength(512);
    expect(seen.headers['accept-encoding']).toHaveLength(256);
    expect(seen.headers['accept-language']).toHaveLength(256);
    expect(seen.headers['accept']).toHaveLength(512);
  });

  const routerState = ['', { children: ['(result)', { children: [['refid', 'a', 'd', null], {}] }, null, 'refetch'] }];

  test.each([
    ['a dynamic segment', encodeURIComponent(JSON.stringify(routerState)), true],
    ['all of its parts', encodeURIComponent(JSON.stringify(['', {}, null, null, 4, 'a'])), true],
    ['a single segment', '%5B%22%22%5D', false],
    ['no JSON', '{', false],
    ['no percent-encoding', '%', false],
    ['a child that is none', encodeURIComponent(JSON.stringify(['', { children: 'a' }])), false],
    ['an unknown type', encodeURIComponent(JSON.stringify([['refid', 'a', 'x', null], {}])), false],
    ['an unknown marker', encodeURIComponent(JSON.stringify(['', {}, null, 'all'])), false],
    ['no end', encodeURIComponent('["",{"a":'.repeat(600)), false],
    ['20,000 levels', '['.repeat(20_000), false],
  ])('row 49: of router states only those that Next can read reach it: %s', async (_name, state, reaches) => {
    const seen = readSeen(await call('GET', '/', { rsc: '1', 'next-router-state-tree': state }));
    expect(seen.headers['next-router-state-tree']).toBe(reaches ? state : undefined);
    expect(seen.headers['rsc']).toBe('1');
  });

  test('row 49: no range of a file reaches Next', async () => {
    const seen = readSeen(await call('GET', '/icon.svg', { range: 'bytes=999999-', 'if-range': '"a"', cookie: 'a=b' }));
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/range/)]));
    expect(seen.headers['cookie']).toBe('a=b');
  });

  test('allows the loopback host only for health checks', async () => {
    const own = { host: '127.0.0.1:3000' };
    expect(readSeen(await call('GET', '/api/health', own)).headers['host']).toBe(host);
    expect((await call('GET', '/', own)).status).toBe(421);
  });

  test.each(['image', 'script', 'style', 'video', 'font', 'object', 'embed', 'empty'])(
    'row 45: pages that count for a limit of their visitor are not loaded as %s of another page',
    async (destination) => {
      const headers = { 'sec-fetch-dest': destination, 'sec-fetch-site': 'cross-site' };
      for (const path of ['/pay/direct/ebill?refid=a', '/bankResultFPX?x=1']) {
        expect((await call('GET', path, headers)).status).toBe(400);
        expect((await call('GET', path, { ...headers, 'sec-fetch-dest': 'document' })).status).toBe(200);
        expect((await call('GET', path)).status).toBe(200);
      }
      expect((await call('GET', '/icon.svg', headers)).status).toBe(200);
    },
  );

  test.each(['iframe', 'frame', 'fencedframe'])(
    'row 45: a direct link, which nobody may frame, is not loaded in a %s',
    async (frame) => {
      const headers = { 'sec-fetch-dest': frame, 'sec-fetch-site': 'cross-site' };
      expect((await call('GET', '/pay/direct/ebill?refid=a', headers)).status).toBe(400);
      // A partner's frame shows the result of its payment.
      expect((await call('GET', '/bankResultFPX?refid=a', headers)).status).toBe(200);
    },
  );

  test('our own router may load pages that count for a limit of their visitor', async () => {
    const headers = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin', rsc: '1' };
    expect((await call('GET', '/bankResultFPX?x=1', headers)).status).toBe(200);
  });

  test('row 29: a webhook whose partner has named this site is refused', async () => {
    expect((await call('POST', '/api/language', { 'user-agent': 'ebill-partner-call' })).status).toBe(403);
  });

  test('rejects a request target over 8 kB', async () => {
    expect((await call('GET', `/${'a'.repeat(8 * 1024)}`)).status).toBe(414);
  });

  test('row 36: a body over 64 kB is refused, announced or in chunks', async () => {
    const large = Buffer.alloc(12 * 1024 * 1024, 'a');
    expect((await call('POST', '/', { 'content-length': '65537' }, large.subarray(0, 65_537))).status).toBe(413);
    expect((await call('POST', '/', { 'transfer-encoding': 'chunked' }, large.subarray(0, 200_000))).status).toBe(413);
    const limit = large.subarray(0, 65_536);
    expect(readSeen(await call('POST', '/', { 'transfer-encoding': 'chunked' }, limit)).body).toHaveLength(65_536);
  });

  test("removes Next's internal headers, except its debugging headers in development", async () => {
    const debug = { 'x-nextjs-request-id': 'one', 'x-nextjs-html-request-id': 'two' };
    const sent = { ...debug, 'x-nextjs-data': '1', 'x-middleware-subrequest': 'middleware' };
    const { headers: production } = readSeen(await call('GET', '/', sent));
    await drainServer(front, 200);
    await listen({ isDevelopment: true });
    const { headers: development } = readSeen(await call('GET', '/', sent));
    expect(Object.keys(production).filter((name) => name in sent)).toEqual([]);
    expect(development).toMatchObject(debug);
    expect(Object.keys(development).filter((name) => name in sent)).toEqual(Object.keys(debug));
  });

  test('replaces forged internal headers, and sets the client address', async () => {
    const forged = {
      'x-ebill-client-address': '6.6.6.6',
      'x-forwarded-for': '6.6.6.6, 198.51.100.7',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'content-security-policy': "script-src 'nonce-mine'",
      'x-middleware-subrequest': 'middleware',
      'next-action': 'abc',
    };
    const { headers } = readSeen(await call('GET', '/', forged));
    expect(headers).toMatchObject({
      'x-ebill-client-address': '198.51.100.7',
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
    });
    for (const name of ['content-security-policy', 'x-middleware-subrequest', 'next-action']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test('responds to an upgrade request with HTTP/1.1', async () => {
    const answer = await callRaw(
      `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('row 49: an overloaded site', () => {
  beforeEach(() => listen({ measureDelay: () => 1_001 }));

  test.each([
    ['GET', '/'],
    ['HEAD', '/pay/ebill'],
    ['POST', '/api/bill/lookup'],
    // No gateway returns a payer there.
    ['POST', '/no/such/page'],
  ])('sheds %s %s', async (method, path) => {
    expect(await call(method, path)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  });

  test.each([
    ['GET', '/api/health'],
    ['GET', '/api/health/ready'],
    ['POST', '/bankResultFPX'],
  ])('answers %s %s', async (method, path) => {
    expect((await call(method, path)).status).toBe(200);
  });
});

describe('row 49: with as many requests in progress as are allowed', () => {
  let responses: ServerResponse[];
  beforeEach(() => {
    responses = [];
    return listen({
      maxInProgress: { all: 3, client: 2 },
      maxUnfinishedPosts: 3,
      handle: (_request, response) => void responses.push(response),
    });
  });

  const from = (address: string, path = '/', method = 'GET') => call(method, path, { 'x-forwarded-for': address });
  const busy = { status: 503, headers: { 'retry-after': '5' } };

  async function waitForRequests(count: number): Promise<void> {
    for (let tries = 0; responses.length < count; tries += 1) {
      if (tries === 600) throw new Error(`${responses.length} of ${count} requests arrived`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Ends the responses that are in progress. */
  function respond(): void {
    for (const response of responses.splice(0)) response.end();
  }

  test.each([
    ['IPv4', '198.51.100.7', '198.51.100.7', '198.51.100.8'],
    ['IPv6, whose household has a /64', '2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:2::1'],
  ])('a client has no more, until one of its own ends (%s)', async (_name, first, second, other) => {
    const waiting = [from(first), from(second, '/api/bill/lookup', 'POST')];
    await waitForRequests(2);
    expect(await from(first)).toMatchObject(busy);
    waiting.push(from(other));
    await waitForRequests(3);
    respond();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const next = from(first);
    await waitForRequests(1);
    respond();
    expect((await next).status).toBe(200);
  });

  test('there are no more of all clients, but for health checks and returns of gateways', async () => {
    const waiting = ['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((address) => from(address));
    await waitForRequests(3);
    expect(await from('198.51.100.4')).toMatchObject(busy);
    waiting.push(from('198.51.100.4', '/bankResultFPX', 'POST'), from('198.51.100.1', '/api/health'));
    await waitForRequests(5);
    respond();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  });

  test.each(['/api/health', '/api/health/ready'])('a client has ten health checks at %s', async (path) => {
    const waiting = Array.from({ length: 10 }, () => from('198.51.100.1', path));
    await waitForRequests(10);
    expect(await from('198.51.100.1', path)).toMatchObject(busy);
    waiting.push(from('198.51.100.2', path));
    await waitForRequests(11);
    respond();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    const next = from('198.51.100.1', path);
    await waitForRequests(1);
    respond();
    expect((await next).status).toBe(200);
  });

  test('posts to other pages are no returns, and a client has no more returns in progress than other requests', async () => {
    const waiting = [from('198.51.100.1', '/x', 'POST'), from('198.51.100.1', '/y', 'POST')];
    await waitForRequests(2);
    expect(await from('198.51.100.1', '/z', 'POST')).toMatchObject(busy);
    waiting.push(from('198.51.100.1', '/bankResultFPX', 'POST'), from('198.51.100.1', '/bankResultMBB', 'POST'));
    await waitForRequests(4);
    expect(await from('198.51.100.1', '/bankResultFPX', 'POST')).toMatchObject(busy);
    waiting.push(from('198.51.100.2', '/bankResultFPX', 'POST'));
    await waitForRequests(5);
    respond();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    const next = from('198.51.100.1', '/bankResultFPX', 'POST');
    await waitForRequests(1);
    respond();
    expect((await next).status).toBe(200);
  });

  test('a client that resets a connection with pipelined requests no longer counts', async () => {
    for (let times = 0; times < 3; times += 1) {
      const pipelined = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50);
      const socket = connect(port, '127.0.0.1', () => socket.write(pipelined));
      await waitForRequests(2);
      const closed = Promise.all(
        responses.splice(0).map((response) => new Promise((resolve) => response.once('close', resolve))),
      );
      socket.resetAndDestroy();
      await closed;
    }
    const next = [from('127.0.0.1'), from('127.0.0.1'), from('198.51.100.1')];
    await waitForRequests(3);
    respond();
    expect((await Promise.all(next)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('posts whose bodies have not arrived count for their own client only', async () => {
    const accepted: Socket[] = [];
    front.on('connection', (socket) => accepted.push(socket));
    const head = `POST /api/x HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n`;
    const unfinished: Socket[] = [];
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) {
      const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
      const refusals = sockets.map((socket) => new Promise((resolve) => socket.once('data', resolve)));
      for (const socket of sockets) socket.write(`${head}X-Forwarded-For: ${address}\r\n\r\nabc`);
      // Three of a client may be sending, so one of its four is refused.
      await Promise.race(refusals);
      unfinished.push(...sockets);
    }
    const sending = accepted.splice(0);

    expect(await from('198.51.100.1', '/api/x', 'POST')).toMatchObject(busy);
    const others = [from('198.51.100.1'), from('198.51.100.4', '/api/bill/lookup', 'POST')];
    await waitForRequests(2);
    respond();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);

    for (const socket of unfinished) socket.destroy();
    for (const socket of sending) {
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
    }
    const later = from('198.51.100.1', '/api/x', 'POST');
    await waitForRequests(1);
    respond();
    expect((await later).status).toBe(200);
  });

  test('a client that closes its connections no longer counts', async () => {
    for (let times = 0; times < 2; times += 1) {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
      await waitForRequests(times + 1);
      const closed = new Promise((resolve) => responses[times]?.once('close', resolve));
      socket.destroy();
      await closed;
    }
    const next = from('127.0.0.1');
    await waitForRequests(3);
    respond();
    expect((await next).status).toBe(200);
  });
});

test('row 49: a response that does not come in time is given up', async () => {
  await listen({ timeouts: { head: 10_000, whole: 15_000, response: 50 }, handle: () => {} });
  expect(await call('GET', '/')).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(log).toHaveBeenCalledWith('error', { msg: 'response timed out', method: 'GET', path: '/' });
});

describe('slow senders', () => {
  const reached = jest.fn();
  beforeEach(() => listen({ timeouts: { head: 200, whole: 300, response: 10_000 }, handle: reached }));

  test.each([
    ['a head', `GET / HTTP/1.1\r\nHost: ${host}\r\n`],
    ['a body', `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 10\r\n\r\nabc`],
  ])('row 36: %s that never ends never reaches the site', async (_case, text) => {
    expect(await callRaw(text, true)).toMatch(/^HTTP\/1\.1 408 /);
    expect(reached).not.toHaveBeenCalled();
  });
});

describe('responses', () => {
  const answerPage = (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('etag', '"page"');
    response.end(page);
  };

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('compresses a page for Accept-Encoding: %s', async (accepted, encoding, decompress) => {
    await listen({ handle: answerPage });
    const { headers, bytes } = await call('GET', '/', { 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding', etag: 'W/"page"' });
    expect(decompress(bytes).toString()).toBe(page);
    expect(bytes.length).toBeLessThan(page.length / 10);
  });

  test('does not compress for a client without Accept-Encoding', async () => {
    await listen({ handle: answerPage });
    const { headers, bytes } = await call('GET', '/');
    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes.toString()).toBe(page);
    expect((await call('HEAD', '/', { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  test('preserves the order of chunks', async () => {
    const piece = '<p>piece</p>'.repeat(20_000);
    await listen({
      handle: async (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        for (let index = 0; index < 10; index += 1) {
          if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
        }
        response.end('end');
      },
    });
    const { bytes } = await call('GET', '/', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(bytes).toString()).toBe(`${piece.repeat(10)}end`);
  });

  test('sends flushed chunks before the response ends', async () => {
    let finish: (() => void) | undefined;
    await listen({
      handle: (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write('<p>first</p>');
        if ('flush' in response && typeof response.flush === 'function') response.flush();
        finish = () => response.end();
      },
    });
    const first = await new Promise<number>((resolve, reject) => {
      callHttp({ port, host: '127.0.0.1', headers: { host, 'accept-encoding': 'gzip' } }, (answer) => {
        answer.once('data', (chunk: Buffer) => resolve(chunk.length));
        answer.resume();
      })
        .on('error', reject)
        .end();
    });
    expect(first).toBeGreaterThan(0);
    finish?.();
  });

  test('responds to a HEAD that the handler ends with null, as Next does', async () => {
    await listen({ handle: (_request, response) => void response.writeHead(200).end(null) });
    expect((await call('HEAD', '/')).status).toBe(200);
  });

  test('responds to an error of the handler with a plain 500, and logs it', async () => {
    await listen({ handle: () => Promise.reject(new Error('broken')) });
    const answer = await call('GET', '/pay/ebill?refid=secret');
    expect(answer.status).toBe(500);
    expect(answer.bytes.toString()).toBe('Technical error occurred. Try again later.\n');
    expect(log).toHaveBeenCalledWith('error', expect.objectContaining({ path: '/pay/ebill' }));
  });

  test('row 31: a card number typed into an address is not logged, nor is one in a message', async () => {
    log.mockClear();
    await listen({
      settings: { ...settings, logsRequests: true },
      handle: () => Promise.reject(new Error('cannot parse 4111 1111 1111 1111')),
    });
    await call('GET', '/4000056655665556');
    await call('GET', '/4000%200566%205566%205556');
    await call('GET', `/${'a'.repeat(190)}4000056655665556`);
    await drainServer(front);
    expect(log).toHaveBeenCalledTimes(6);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/40000566|4000%20|a400/);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/1111.{0,3}1111/);
  });
});

test('completes a request in flight while it drains', async () => {
  let finish: (() => void) | undefined;
  let begin: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  await listen({
    handle: (_request, response) => {
      finish = () => response.end('done');
      begin?.();
    },
  });
  const answer = call('GET', '/');
  await begun;
  const drained = drainServer(front);
  finish?.();
  expect((await answer).bytes.toString()).toBe('done');
  await drained;
});

test('a draining server is not ready, still responds, and closes connections', async () => {
  let isDraining = false;
  await listen({ isDraining: () => isDraining });
  expect((await call('GET', '/api/health/ready', { connection: 'keep-alive' })).status).toBe(200);
  isDraining = true;
  const ready = await call('GET', '/api/health/ready', { connection: 'keep-alive' });
  expect([ready.status, ready.headers.connection]).toEqual([503, 'close']);
  const page = await call('GET', '/', { connection: 'keep-alive' });
  expect([page.status, page.headers.connection]).toEqual([200, 'close']);
  await drainServer(front);
});

/** Sends a request from a worker thread, so that this thread can block; sets `sent` when the kernel has the request. */
const client = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, host, sent } } = require('node:worker_threads');
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write('POST / HTTP/1.1\\r\\nhost: ' + host + '\\r\\ncontent-length: 0\\r\\n\\r\\n', () => {
    Atomics.store(sent, 0, 1);
    Atomics.notify(sent, 0);
  }));
  socket.setEncoding('utf8').on('data', (text) => (answer += text)).on('error', () => {}).on('close', () => parentPort.postMessage(answer));
`;

test('responds to a form that was received before the listening socket closed', async () => {
  await listen({ isDraining: () => true });
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(client, { eval: true, workerData: { port, host, sent } });
  const answer = new Promise<string>((resolve) => worker.once('message', resolve));
  // Blocks this thread, so that it cannot accept the connection before.
  Atomics.wait(sent, 0, 0, 10_000);
  await drainServer(front);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  await worker.terminate();
});
