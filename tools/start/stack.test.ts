import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStartSettings } from '@/lib/configuration/start';
import { findFreePort } from './ports.mjs';
import { checkPorts, describeAddresses, describeServices } from './stack.mjs';

function readSettings(environment: Record<string, string>) {
  const read = readStartSettings(environment, '/srv/ebill');
  if (!read.ok) throw new Error(read.error.join());
  return read.value;
}

const DATA_DIR = mkdtempSync(join(tmpdir(), 'ebill-stack-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

async function describeFor(settings: Record<string, string> = {}, secrets: Record<string, string> = {}) {
  const services = await describeServices(readSettings({ DATA_DIR, ...settings }), {
    DATA_DIR,
    ...settings,
    ...secrets,
  });
  return new Map(services.map((service) => [service.name, service]));
}

test('starts a backend, simulators and a site, or fewer as configured', async () => {
  expect([...(await describeFor()).keys()]).toEqual(['backend', 'banks', 'site']);
  expect([...(await describeFor({ SANDBOX: 'off' })).keys()]).toEqual(['backend', 'site']);
  expect([...(await describeFor({ BACKEND_URL: 'https://backend.example' })).keys()]).toEqual(['site']);
});

test('gives each server its environment', async () => {
  const site = (await describeFor({ PORT: '3500', BACKEND_PORT: '3501' })).get('site');
  expect(site?.health).toBe('http://127.0.0.1:3500/api/health');
  expect(site?.environment).toMatchObject({
    NODE_ENV: 'production',
    PORT: '3500',
    PUBLIC_ORIGIN: 'http://localhost:3500',
    BACKEND_URL: 'http://127.0.0.1:3501',
    SANDBOX: 'on',
    LOG_LEVEL: 'warn',
  });
});

test('runs servers in development mode only for npm run dev, with separate bundles', async () => {
  const settings = readSettings({ DATA_DIR });
  const production = await describeServices(settings, { NODE_ENV: 'development' });
  const development = await describeServices(settings, {}, 'dist/dev');
  expect(production.map(({ environment, entry }) => [environment.NODE_ENV, entry])).toEqual([
    ['production', 'dist/backend.mjs'],
    ['production', 'dist/banks.mjs'],
    ['production', 'dist/front.mjs'],
  ]);
  expect(development.map(({ environment, entry }) => [environment.NODE_ENV, entry])).toEqual([
    ['development', 'dist/dev/backend.mjs'],
    ['development', 'dist/dev/banks.mjs'],
    ['development', 'dist/dev/front.mjs'],
  ]);
});

test('generates a secret once, stores it readable by its owner only, and gives it only to its service', async () => {
  const first = await describeFor();
  const again = await describeFor();
  const seal = first.get('site')?.environment['SITE_SECRET'];
  expect(seal).toMatch(/^[\w-]{43}$/);
  expect(again.get('site')?.environment['SITE_SECRET']).toBe(seal);
  expect(first.get('site')?.environment).not.toHaveProperty('CARD_KEY');
  expect(first.get('backend')?.environment).not.toHaveProperty('SITE_SECRET');
  expect(first.get('banks')?.environment).not.toHaveProperty('CARD_KEY');
  const file = join(DATA_DIR, 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain(seal);
});

test('a secret in the environment has precedence, and goes only to its service', async () => {
  const services = await describeFor({}, { SITE_SECRET: 'from the environment' });
  expect(services.get('site')?.environment['SITE_SECRET']).toBe('from the environment');
  expect(services.get('banks')?.environment).not.toHaveProperty('SITE_SECRET');
});

test.each([
  ['FPX_SELLER_KEY', 'backend'],
  ['EGHL_PASSWORD', 'backend'],
  ['DUITNOW_SECRET', 'backend'],
  ['DATABASE_URL', 'backend'],
  ['MESSAGES_URL', 'backend'],
  ['SMTP_URL', 'backend'],
  ['REDIS_URL', 'site'],
])('gives %s, an external secret, only to the %s', async (name, holder) => {
  const services = await describeFor({}, { [name]: 'agreed' });
  for (const [service, { environment }] of services) {
    expect(environment[name]).toBe(service === holder ? 'agreed' : undefined);
  }
});

describe('ports', () => {
  let taken: Server;
  let port: number;
  beforeAll(async () => {
    port = await findFreePort();
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => taken.close(resolve)));

  test('rejects a port in use with a one-line message', async () => {
    const settings = readSettings({ BACKEND_PORT: String(port) });
    await expect(checkPorts(settings)).rejects.toThrow(
      `Port ${port} of the backend is taken: stop what uses it, or set BACKEND_PORT to another.`,
    );
  });

  test('rejects a port configured twice with a one-line message', async () => {
    const [free, other] = [await findFreePort(), await findFreePort()];
    const settings = readSettings({ PORT: String(other), BACKEND_PORT: String(free), BANKS_PORT: String(free) });
    await expect(checkPorts(settings)).rejects.toThrow(/configured for both the backend and the banks: set BANKS_PORT/);
  });
});

test('prints the addresses, and in the sandbox an account to try', () => {
  const text = describeAddresses(readSettings({}));
  for (const words of [
    'http://localhost:3000',
    'http://127.0.0.1:4000',
    'http://127.0.0.1:4001',
    '4000/sandbox',
    '1234567801',
  ]) {
    expect(text).toContain(words);
  }
  expect(describeAddresses(readSettings({ SANDBOX: 'off' }))).not.toContain('1234567801');
});
