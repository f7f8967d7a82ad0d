import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { isLocalhost } from './origins';
import { describeVariable } from './variable-notes';
import { readVariables } from './read-variables';
import { sections } from './sections';
import { checkServices, readStartSettings, type Service } from './start';

const canary = 'c4n4ry';
const all = sections.flatMap(({ schema }) =>
  Object.entries(schema.shape).map(([name, variable]) => ({ name, schema, ...describeVariable(variable) })),
);
const secrets = all.filter(({ isSecret }) => isSecret === true);

test('each variable is listed once, with its purpose and expected value', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { name, about, expected } of all) {
    expect({ name, about: about.length > 3, expected: expected !== 'set' }).toEqual({
      name,
      about: true,
      expected: true,
    });
  }
});

test('marks every variable with a secret as secret', () => {
  const looksSecret = /SECRET|PASSWORD|(?<!PUBLIC)_KEY$|_KEYS|PRIVATE/;
  expect(all.filter(({ isSecret }) => isSecret !== true).map(({ name }) => name)).not.toContainEqual(
    expect.stringMatching(looksSecret),
  );
});

test.each(secrets.map(({ name, schema }) => [name, schema] as const))(
  'never prints an invalid value of %s',
  (name, schema) => {
    const read = readVariables(z.object({ [name]: schema.shape[name] ?? z.never() }), { [name]: `${canary} ` });
    // A secret of any form cannot be wrong.
    if (read.ok) throw new Error(`${name} takes anything`);
    expect(read.error).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
    expect(read.error.join()).not.toContain(canary);
  },
);

test('never prints an address with a password, whatever its variable', () => {
  const read = readStartSettings(
    { BACKEND_URL: `ftp://user:${canary}@backend`, PORT: `postgres://u:${canary}@db` },
    '/',
  );
  expect(read.ok || read.error).toHaveLength(2);
  expect(JSON.stringify(read)).not.toContain(canary);
});

test('the variables of .env.example are valid when uncommented', () => {
  const example = readFileSync(join(__dirname, '../../.env.example'), 'utf8');
  const given = parseEnv(example.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, ''));
  expect(Object.keys(given).sort()).toEqual(all.map(({ name }) => name).sort());
  const gateways = ['FPX', 'eGHL', 'DuitNow QR', 'CHIP Collect', 'Stripe', 'Billplz'];
  const optional = sections.filter(({ title }) => !gateways.includes(title));
  for (const { schema } of optional) expect(readVariables(schema, given)).toMatchObject({ ok: true });
});

test('reports all invalid variables of all processes together, each once', () => {
  const environment = {
    PUBLIC_ORIGIN: 'https://pay.example.com',
    MAIL_FROM: 'x',
    FEEDBACK_ORIGINS: 'y',
    TRUSTED_PROXIES: 'z',
  };
  const services: readonly Service[] = ['backend', 'site'];
  const checked = checkServices(services.map((name) => ({ name, environment })));
  const names = checked.ok ? [] : checked.error.map((line) => line.split(' ')[0]);
  expect(names).toEqual(
    expect.arrayContaining(['MAIL_FROM', 'CARD_KEY', 'FPX_HOST', 'TRUSTED_PROXIES', 'FEEDBACK_ORIGINS']),
  );
  expect(new Set(names).size).toBe(names.length);
});

test('has defaults for all start settings, and the processes that receive each secret', () => {
  expect(readStartSettings({ PORT: '', SANDBOX: '' }, '/srv')).toMatchObject({
    value: {
      port: 3000,
      backendPort: 4000,
      banksPort: 4001,
      externalBackend: undefined,
      dataDir: '/srv/.data',
      sandbox: true,
      logLevel: 'warn',
      secretHolders: { SITE_SECRET: ['site'], CARD_KEY: ['backend'], FPX_SELLER_KEY: ['backend'], REDIS_URL: ['site'] },
    },
  });
});

test.each([
  ['localhost', true],
  ['pay.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost.example.com', false],
  ['pay.example.com', false],
])('isLocalhost(%s) is %s', (hostname, expected) => {
  expect(isLocalhost(hostname)).toBe(expected);
});
