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
  const limiter = limiters.of.get('lookUpsByAddress');
  const uses = await Promise.allSettled(Array.from({ length: times }, async () => limiter?.consume(whose)));
  return uses.filter(({ status }) => status === 'fulfilled').length;
}

test('two processes share one limit, also when both are asked at once', async () => {
  const [one, other] = await Promise.all([startProcess(), startProcess()]);
  const allowed = await Promise.all([countAllowed(one, 30), countAllowed(other, 30)]);
  expect(allowed[0] + allowed[1]).toBe(20);
  expect(await countAllowed(one, 5, 'somebody else')).toBe(5);
});

test('a limit outlives the process that counted', async () => {
  const first = await startProcess();
  expect(await countAllowed(first, 20)).toBe(20);
  first.close();
  expect(await countAllowed(await startProcess(), 5)).toBe(0);
});

test('a count ends by itself', async () => {
  await countAllowed(await startProcess(), 1);
  const [key = ''] = await client.keys('*');
  expect(await client.ttl(key)).toBeGreaterThan(590);
  expect(await client.ttl(key)).toBeLessThanOrEqual(600);
});

test('without the store each process counts for itself: neither for ever nor not at all', async () => {
  const [one, other] = await Promise.all([startProcess('redis://127.0.0.1:1'), startProcess('redis://127.0.0.1:1')]);
  expect(await countAllowed(one, 50)).toBe(20);
  expect(await countAllowed(other, 50)).toBe(20);
  expect(problems).toHaveBeenCalledTimes(2);
});

/** Stands between us and the store: can be cut, and can take words in without ever answering. */
class Line {
  private readonly sockets = new Set<Socket>();
  isDeaf = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<Line> {
    const target = new URL(url);
    const server = createServer((socket) => {
      const onward = connect(Number(target.port), target.hostname);
      for (const end of [socket, onward]) {
        line.sockets.add(end);
        end.on('error', () => undefined);
      }
      socket.on('data', (data) => line.isDeaf || onward.write(data));
      onward.on('data', (data) => socket.write(data));
      socket.on('close', () => onward.destroy());
      onward.on('close', () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const line = new Line(server, `redis://127.0.0.1:${address.port}`);
    return line;
  }

  cut(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

test('a store that goes away in the middle leaves the limit of each process', async () => {
  const line = await Line.open();
  const limiters = await startProcess(line.url);
  expect(await countAllowed(limiters, 12)).toBe(12);
  line.cut();
  // Cut is not heard of at once: until then commands fail one by one.
  expect(await countAllowed(limiters, 50)).toBe(20);
});

test('a store that no longer answers is not waited for', async () => {
  const line = await Line.open();
  const limiters = await startProcess(line.url);
  expect(await countAllowed(limiters, 1)).toBe(1);
  line.isDeaf = true;
  const began = performance.now();
  expect(await countAllowed(limiters, 50)).toBe(20);
  expect(performance.now() - began).toBeLessThan(3_000);
  line.cut();
});

test('what is kept there names neither an address nor an account', async () => {
  jest.resetModules();
  process.env['REDIS_URL'] = url;
  globalThis.ebillProcess = undefined;
  const { consumeRateLimits } = await import('./rate-limits');
  await consumeRateLimits([
    { limit: 'lookUpsByAddress', key: '203.0.113.9' },
    { limit: 'lookUpsByAccount', key: '1234567801' },
  ]);
  const keys = (await client.keys('*')).join('\n');
  expect(keys.split('\n')).toHaveLength(2);
  expect(keys).not.toMatch(/203\.0\.113|1234567801/);
  const { processSingleton } = await import('../process-singleton');
  (await processSingleton('limiters', () => makeLimiters(null))).close();
  delete process.env['REDIS_URL'];
});

test('closing ends the connection', async () => {
  const store = await connectSharedStore(url);
  expect(store.client.status).toBe('ready');
  const ended = new Promise((resolve) => store.client.once('end', resolve));
  store.close();
  await ended;
});
