import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { createOperatorClient } from '@/cli/operator-client';

import { configGet } from '@/lib/contract/common-config';
import { examine, runDoctorCommand } from './command';

const operatorKey = 'o'.repeat(32);
const canary = 'c4n4ry-password';
const key = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;

/** What the backend that stands in says of itself. */
let backendSays: { version: number; date: Date };
/** What the site that stands in answers its health checks with. */
let siteAnswers: number;
let backend: Server, site: Server, redis: TcpServer;
const open = new Set<{ destroy(): void }>();

async function listen(server: TcpServer): Promise<number> {
  server.on('connection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

let environment: Record<string, string>;

beforeAll(async () => {
  backend = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === configGet.path) {
      const { version: contractVersion, date } = backendSays;
      response.end(JSON.stringify({ isApgDown: false, contractVersion, serverTime: date.toISOString() }));
      return;
    }
    response.statusCode = request.headers.authorization === `Bearer ${operatorKey}` ? 200 : 401;
    response.end(JSON.stringify(response.statusCode === 200 ? [] : { error: 'this is not the operator’s key' }));
  });
  site = createServer((request, response) => {
    response.statusCode = siteAnswers;
    response.end(JSON.stringify({ status: request.url === '/api/health' ? 'ok' : 'ready' }));
  });
  // As much of Redis as a client asks for: every command is answered, a ping as it should be.
  redis = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const commands = data.toString().match(/^\*\d+/gm) ?? [];
      socket.write(commands.map(() => '+PONG\r\n').join(''));
    });
  });
  const [backendPort, sitePort, redisPort] = await Promise.all([listen(backend), listen(site), listen(redis)]);
  environment = {
    PORT: String(sitePort),
    BACKEND_URL: `http://127.0.0.1:${backendPort}`,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    DATA_DIR: '/nothing/here',
    SITE_SECRET: 's'.repeat(32),
    OPERATOR_KEY: operatorKey,
    CARD_DATA_PRIVATE_KEY: key,
  };
});

beforeEach(() => {
  backendSays = { version: 1, date: new Date() };
  siteAnswers = 200;
});

afterAll(async () => {
  for (const socket of open) socket.destroy();
  await Promise.all([backend, site, redis].map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listWrong(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const changed = { ...environment, ...changes };
  const findings = await examine(changed, createOperatorClient(changed));
  return Object.fromEntries(findings.filter(({ isGood }) => !isGood).map(({ about, says }) => [about, says]));
}

test('a deployment in order gets a line for each check', async () => {
  const lines = await runDoctorCommand(environment, createOperatorClient(environment));
  const expected = [
    'configuration',
    'CARD_DATA_PRIVATE_KEY',
    'backend',
    'contract',
    'clock',
    'operator',
    'database',
    'Redis',
    'site',
    'origin',
  ];
  expect(lines.split('\n').map((line) => /^OK {4}([^:]+):/.exec(line)?.[1])).toEqual(expected);
});

test('a backend of another contract, by another clock, is told apart from one that is away', async () => {
  backendSays = { version: 3, date: new Date(Date.now() - 60_000) };
  expect(await listWrong()).toEqual({
    contract: expect.stringContaining('version 3'),
    clock: expect.stringMatching(/(59|60) s off/),
  });
  expect(Object.keys(await listWrong({ BACKEND_URL: 'http://127.0.0.1:1' }))).toEqual(['backend', 'operator']);
});

test('a backend one version on, or one back, is in order: an upgrade is under way', async () => {
  for (const version of [0, 2]) {
    backendSays = { version, date: new Date() };
    expect(await listWrong()).toEqual({});
  }
});

test('a site that is not ready, and an origin that is another’s, are named', async () => {
  siteAnswers = 503;
  expect(Object.keys(await listWrong())).toEqual(['site', 'origin']);
  siteAnswers = 421;
  expect((await listWrong())['origin']).toContain('another origin');
  siteAnswers = 200;
  expect(await listWrong({ PUBLIC_ORIGIN: 'http://pay.example.com' })).toEqual({
    origin: expect.stringContaining('https'),
  });
});

test('stores that are away, and keys that do not open, are named without what they hold', async () => {
  const wrong = await listWrong({
    DATABASE_URL: `postgresql://ebill:${canary}@127.0.0.1:1/ebill`,
    REDIS_URL: `redis://:${canary}@127.0.0.1:1`,
    OPERATOR_KEY: canary.repeat(3),
    CARD_DATA_PRIVATE_KEY: `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`,
  });
  expect(Object.keys(wrong).sort()).toEqual(['CARD_DATA_PRIVATE_KEY', 'Redis', 'database', 'operator']);
  expect(JSON.stringify(wrong)).not.toContain(canary);
});

test('what is wrong makes the command fail, with all of its lines', async () => {
  const wrong = { ...environment, TRUSTED_PROXIES: 'x' };
  await expect(runDoctorCommand(wrong, createOperatorClient(wrong))).rejects.toThrow(
    /^WRONG configuration: TRUSTED_PROXIES must be/,
  );
});
