import { isLocalhost, readSettings } from './settings.mjs';

test('has a default for everything', () => {
  expect(readSettings({ PORT: '', SANDBOX: '' })).toMatchObject({
    port: 3000,
    backendPort: 4000,
    banksPort: 4001,
    externalBackend: undefined,
    publicOrigin: 'http://localhost:3000',
    sandbox: true,
  });
});

test.each([
  ['localhost', true],
  ['pay.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost.example.com', false],
  ['pay.example.com', false],
])('%s is the own machine: %s', (hostname, expected) => {
  expect(isLocalhost(hostname)).toBe(expected);
});

test.each([
  [undefined, 'on', true],
  [undefined, 'off', false],
  [undefined, undefined, true],
  ['https://pay.example.com', undefined, false],
  ['https://pay.example.com', 'on', true],
])('at %s with SANDBOX=%s the sandbox is on: %s', (PUBLIC_ORIGIN, SANDBOX, expected) => {
  expect(readSettings({ PUBLIC_ORIGIN, SANDBOX }).sandbox).toBe(expected);
});

test.each([
  ['PORT', 'abc'],
  ['BACKEND_PORT', '0'],
  ['BANKS_PORT', '70000'],
  ['PUBLIC_ORIGIN', 'pay.example.com'],
  ['PUBLIC_ORIGIN', 'https://pay.example.com/pay'],
  ['SANDBOX', 'yes'],
  ['BACKEND_URL', 'backend:4000'],
])('%s=%s is named in one line', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} must be .*'${value}/?'\\.$`));
});
