import { readBackendEnvironment } from './settings';

test('a machine of one’s own needs nothing', () => {
  expect(readBackendEnvironment({})).toMatchObject({
    ok: true,
    value: { port: 4000, publicOrigin: 'http://localhost:3000', isSandbox: true, databaseUrl: null, cardKey: null },
  });
});

test('a public origin has no sandbox, and its own keys', () => {
  const publicOrigin = { PUBLIC_ORIGIN: 'https://pay.example.com' };
  expect(readBackendEnvironment(publicOrigin)).toMatchObject({ ok: false, error: expect.stringContaining('CARD_KEY') });
  expect(readBackendEnvironment({ ...publicOrigin, SANDBOX: 'on' })).toMatchObject({
    ok: true,
    value: { isSandbox: true },
  });
});

test.each([
  ['BACKEND_PORT', 'http'],
  ['PUBLIC_ORIGIN', 'https://pay.example.com/path'],
  ['SANDBOX', 'yes'],
  ['CARD_KEY', 'c2hvcnQ'],
  ['DATABASE_URL', 'mysql://x'],
])('%s=%s is refused in one line that does not repeat it', (name, value) => {
  const read = readBackendEnvironment({ [name]: value });
  expect(read).toMatchObject({ ok: false, error: expect.stringMatching(new RegExp(`^${name} must be .*[.]$`)) });
  expect(JSON.stringify(read)).not.toContain(value);
});
