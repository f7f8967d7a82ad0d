import { parseEnvironment } from './environment';

test('without variables it is the sandbox at localhost', () => {
  expect(parseEnvironment({})).toEqual({
    publicOrigin: 'http://localhost:3000',
    isHttps: false,
    isLocal: true,
    backendUrl: 'http://127.0.0.1:4000',
    banksOrigin: 'http://127.0.0.1:4001',
    redisUrl: null,
    siteSecret: null,
    feedback: {
      scriptUrl: 'https://static.userback.io/widget/v1.js',
      origins: ['https://static.userback.io', 'https://api.userback.io'],
    },
  });
});

test('ports move the addresses, and an empty variable is none', () => {
  const env = parseEnvironment({
    PORT: '3700',
    BACKEND_PORT: '4700',
    BANKS_PORT: '4701',
    BACKEND_URL: '',
    SANDBOX: '',
  });
  expect(env).toMatchObject({ publicOrigin: 'http://localhost:3700', backendUrl: 'http://127.0.0.1:4700' });
});

test('in public the sandbox is off unless it is asked for', () => {
  const variables = { PUBLIC_ORIGIN: 'https://pay.example.com/', SITE_SECRET: 's'.repeat(32) };
  expect(parseEnvironment(variables)).toMatchObject({
    publicOrigin: 'https://pay.example.com',
    isHttps: true,
    banksOrigin: null,
  });
  expect(parseEnvironment({ ...variables, SANDBOX: 'on' }).banksOrigin).toBe('http://127.0.0.1:4001');
});

test.each([
  [{ PORT: 'x' }, 'PORT'],
  [{ BACKEND_URL: 'file:///etc' }, 'BACKEND_URL'],
  [{ PUBLIC_ORIGIN: 'pay.example.com' }, 'PUBLIC_ORIGIN'],
  [{ PUBLIC_ORIGIN: 'https://pay.example.com' }, 'SITE_SECRET'],
  [{ SITE_SECRET: 'short' }, 'SITE_SECRET'],
  [{ REDIS_URL: 'http://localhost:6379' }, 'REDIS_URL'],
])('%j is refused by name', (variables, name) => {
  expect(() => parseEnvironment(variables)).toThrow(name);
});
