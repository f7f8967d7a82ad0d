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

test('keys that were replaced are read one by one', () => {
  const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte));
  const CARD_KEYS_REPLACED = `${one?.toString('base64url')}, ${other?.toString('base64url')}`;
  expect(readBackendEnvironment({ CARD_KEYS_REPLACED })).toMatchObject({ value: { replacedCardKeys: [one, other] } });
  expect(readBackendEnvironment({})).toMatchObject({ value: { replacedCardKeys: [] } });
});

test('the account link’s token service is asked by https alone, but on this machine', () => {
  const secrets = {
    CARD_KEY: Buffer.alloc(32).toString('base64url'),
    CARD_DATA_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----',
  };
  const read = (ACCOUNT_LINK_TOKEN_URL: string) =>
    readBackendEnvironment({ ...secrets, PUBLIC_ORIGIN: 'https://pay.example.com', ACCOUNT_LINK_TOKEN_URL });
  expect(read('https://link.example/token').ok).toBe(true);
  expect(read('http://link.example/token')).toMatchObject({
    error: 'ACCOUNT_LINK_TOKEN_URL must be an https address.',
  });
});

test('e-mails come from the public host unless another address is named', () => {
  const read = (environment: Record<string, string>) => readBackendEnvironment({ ...environment, SANDBOX: 'on' });
  const publicOrigin = { PUBLIC_ORIGIN: 'https://pay.example.com', SMTP_URL: 'smtps://u:p@mail.example.com' };
  expect(read({})).toMatchObject({ value: { mail: null } });
  expect(read(publicOrigin)).toMatchObject({ value: { mail: { from: 'no-reply@pay.example.com' } } });
  expect(read({ ...publicOrigin, MAIL_FROM: 'bills@example.com' })).toMatchObject({
    value: { mail: { url: 'smtps://u:p@mail.example.com', from: 'bills@example.com' } },
  });
});

test.each([
  ['BACKEND_PORT', 'http'],
  ['PUBLIC_ORIGIN', 'https://pay.example.com/path'],
  ['SANDBOX', 'yes'],
  ['CARD_KEY', 'c2hvcnQ'],
  ['CARD_KEYS_REPLACED', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8,c2hvcnQ'],
  ['DATABASE_URL', 'mysql://x'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['MAIL_FROM', 'ebill'],
])('%s=%s is refused in one line that does not repeat it', (name, value) => {
  const read = readBackendEnvironment({ [name]: value });
  expect(read).toMatchObject({ ok: false, error: expect.stringMatching(new RegExp(`^${name} must be .*[.]$`)) });
  expect(JSON.stringify(read)).not.toContain(value);
});
