import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { createOperatorClient } from '@/cli/operator-client';
import { configGet } from '@/lib/contract/common-config';
import { checkDeployment, runDoctorCommand } from './command';

const operatorKey = 'o'.repeat(32);
const canary = 'c4n4ry-password';
const key = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;

/** The response of the fake backend. */
let backendState: { version: number; date: Date };
/** The status of the fake site's health checks. */
let siteStatus: number;
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
      const { version: contractVersion, date } = backendState;
      response.end(JSON.stringify({ isApgDown: false, contractVersion, serverTime: date.toISOString() }));
      return;
    }
    response.statusCode = request.headers.authorization === `Bearer ${operatorKey}` ? 200 : 401;
    response.end(JSON.stringify(response.statusCode === 200 ? [] : { error: 'this is not the operator’s key' }));
  });
  site = createServer((request, response) => {
    response.statusCode = siteStatus;
    response.end(JSON.stringify({ status: request.url === '/api/health' ? 'ok' : 'ready' }));
  });
  // A fake Redis: responds to every command with PONG.
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
    SANDBOX: 'on',
    SITE_SECRET: 's'.repeat(32),
    OPERATOR_KEY: operatorKey,
    CARD_DATA_PRIVATE_KEY: key,
  };
});

beforeEach(() => {
  backendState = { version: 1, date: new Date() };
  siteStatus = 200;
});

afterAll(async () => {
  for (const socket of open) socket.destroy();
  await Promise.all([backend, site, redis].map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listErrors(changes: Record<string, string> = {}): Promise<Record<string, string>> {
  const changed = { ...environment, ...changes };
  const findings = await checkDeployment(changed, createOperatorClient(changed));
  return Object.fromEntries(findings.filter(({ isOk }) => !isOk).map(({ subject, message }) => [subject, message]));
}

test('prints an OK line for each check of a valid deployment', async () => {
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

test('warns when no public origin is set, unless it is a sandbox by configuration', async () => {
  const { SANDBOX: _, ...unset } = environment;
  const lines = await runDoctorCommand(unset, createOperatorClient(unset));
  expect(lines).toMatch(/^WARN {2}origin: PUBLIC_ORIGIN is not set: .* Set it in production$/m);
  expect(await runDoctorCommand(environment, createOperatorClient(environment))).not.toContain('WARN');
});

test('distinguishes an incompatible backend, a wrong clock, and a backend that does not respond', async () => {
  backendState = { version: 3, date: new Date(Date.now() - 60_000) };
  expect(await listErrors()).toEqual({
    contract: expect.stringContaining('version 3'),
    clock: expect.stringMatching(/(59|60) s off/),
  });
  expect(Object.keys(await listErrors({ BACKEND_URL: 'http://127.0.0.1:1' }))).toEqual(['backend', 'operator']);
});

test('accepts a backend one version ahead or behind, as during an upgrade', async () => {
  for (const version of [0, 2]) {
    backendState = { version, date: new Date() };
    expect(await listErrors()).toEqual({});
  }
});

test('reports a site that is not ready, and a wrong public origin', async () => {
  siteStatus = 503;
  expect(Object.keys(await listErrors())).toEqual(['site', 'origin']);
  siteStatus = 421;
  expect((await listErrors())['origin']).toContain('another origin');
  siteStatus = 200;
  expect(await listErrors({ PUBLIC_ORIGIN: 'http://pay.example.com' })).toEqual({
    origin: expect.stringContaining('https'),
  });
});

test('reports unavailable stores and invalid keys without their values', async () => {
  const errors = await listErrors({
    DATABASE_URL: `postgresql://ebill:${canary}@127.0.0.1:1/ebill`,
    REDIS_URL: `redis://:${canary}@127.0.0.1:1`,
    OPERATOR_KEY: canary.repeat(3),
    CARD_DATA_PRIVATE_KEY: `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`,
  });
  expect(Object.keys(errors).sort()).toEqual(['CARD_DATA_PRIVATE_KEY', 'Redis', 'database', 'operator']);
  expect(JSON.stringify(errors)).not.toContain(canary);
});

test('fails with the error lines', async () => {
  const invalid = { ...environment, TRUSTED_PROXIES: 'x' };
  await expect(runDoctorCommand(invalid, createOperatorClient(invalid))).rejects.toThrow(
    /^WRONG configuration: TRUSTED_PROXIES must be/,
  );
});
