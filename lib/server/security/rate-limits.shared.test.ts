import { connect, createServer, type Server, type Socket } from 'node:net';
import { Redis } from 'ioredis';
import { makeLimiters, type Limiters } from './rate-limits';
import { connectSharedStore } from './shared-store';

/* On a real server, at TEST_REDIS_URL: the step `redis` of `npm test` starts one. */

const url = process.env['TEST_REDIS_URL'] ?? '';
let client: Redis;
let opened: Limiters[] = [];
let problems: jest.SpyInstance;

beforeAll(() => {
  client = new Redis(url);
});
afterAll(() => client.quit());
beforeEach(async () => {
  await client.flushall();
  problems = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => {
  for (const limiters of opened) limiters.close();
  opened = [];
  problems.mockRestore();
});

/** A process of the site, as far as its limits go. */
async function startProcess(at = url): Promise<Limiters> {
  const limiters = await makeLimiters(at);
  opened.push(limiters);
  return limiters;
}

async function countAllowed(limiters: Limiters, times: number, whose = 'a visitor'): Promise<number> {
  const limiter = limiters.of.get('lookupsByAddress');
  const uses = await Promise.allSettled(Array.from({ length: times }, async () => limiter?.consume(whose)));
  return uses.filter(({ status }) => status === 'fulfilled').length;
}

test('two processes share one limit, also under concurrent requests', async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  const allowed = await Promise.all([countAllowed(one, 30), countAllowed(other, 30)]);
  expect(allowed[0] + allowed[1]).toBe(20);
  expect(await countAllowed(one, 5, 'somebody else')).toBe(5);
});

test('a count outlives its process', async () => {
  const first = await startProcess();
  expect(await countAllowed(first, 20)).toBe(20);
  first.close();
  expect(await countAllowed(await startProcess(), 5)).toBe(0);
});

test('a count expires', async () => {
  await countAllowed(await startProcess(), 1);
  const [key = ''] = await client.keys('*');
  expect(await client.ttl(key)).toBeGreaterThan(590);
  expect(await client.ttl(key)).toBeLessThanOrEqual(600);
});

test('falls back to per-process limits when Redis is unreachable', async () => {
  const [one, other] = await Promise.all([startProcess('redis://127.0.0.1:1'), startProcess('redis://127.0.0.1:1')]);
  expect(await countAllowed(one, 50)).toBe(20);
  expect(await countAllowed(other, 50)).toBe(20);
  expect(problems).toHaveBeenCalledTimes(2);
});

/** A proxy in front of Redis, which can break connections or stop forwarding commands. */
class RedisProxy {
  private readonly sockets = new Set<Socket>();
  isStalled = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<RedisProxy> {
    const target = new URL(url);
    const server = createServer((socket) => {
      const upstream = connect(Number(target.port), target.hostname);
      for (const end of [socket, upstream]) {
        proxy.sockets.add(end);
        end.on('error', () => undefined);
      }
      socket.on('data', (data) => proxy.isStalled || upstream.write(data));
      upstream.on('data', (data) => socket.write(data));
      socket.on('close', () => upstream.destroy());
      upstream.on('close', () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const proxy = new RedisProxy(server, `redis://127.0.0.1:${address.port}`);
    return proxy;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

test('falls back to per-process limits when the connection to Redis breaks', async () => {
  const proxy = await RedisProxy.open();
  const limiters = await startProcess(proxy.url);
  expect(await countAllowed(limiters, 12)).toBe(12);
  proxy.close();
  // The client notices the broken connection later: until then commands fail one by one.
  expect(await countAllowed(limiters, 50)).toBe(20);
});

test('falls back to per-process limits when Redis does not respond in time', async () => {
  const proxy = await RedisProxy.open();
  const limiters = await startProcess(proxy.url);
  expect(await countAllowed(limiters, 1)).toBe(1);
  proxy.isStalled = true;
  const began = performance.now();
  expect(await countAllowed(limiters, 50)).toBe(20);
  expect(performance.now() - began).toBeLessThan(3_000);
  proxy.close();
});

test('its keys contain no address and no account number', async () => {
  jest.resetModules();
  process.env['REDIS_URL'] = url;
  globalThis.ebillProcess = undefined;
  const { consumeRateLimits } = await import('./rate-limits');
  await consumeRateLimits([
    { limit: 'lookupsByAddress', key: '203.0.113.9' },
    { limit: 'lookupsByAccount', key: '1234567801' },
  ]);
  const keys = (await client.keys('*')).join('\n');
  expect(keys.split('\n')).toHaveLength(2);
  expect(keys).not.toMatch(/203\.0\.113|1234567801/);
  const { processSingleton } = await import('../process-singleton');
  (await processSingleton('limiters', () => makeLimiters(null))).close();
  delete process.env['REDIS_URL'];
});

test('close() ends the connection', async () => {
  const store = await connectSharedStore(url);
  expect(store.client.status).toBe('ready');
  const ended = new Promise((resolve) => store.client.once('end', resolve));
  store.close();
  await ended;
});
