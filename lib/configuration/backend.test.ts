import { readBackendConfiguration } from './backend';

test('needs no variables on localhost', () => {
  expect(readBackendConfiguration({})).toMatchObject({
    ok: true,
    value: { port: 4000, publicOrigin: 'http://localhost:3000', isSandbox: true, databaseUrl: null, cardKey: null },
  });
});

test('requires keys and turns the sandbox off for a public origin', () => {
  const publicOrigin = { PUBLIC_ORIGIN: 'https://pay.example.com' };
  const read = readBackendConfiguration(publicOrigin);
  expect(read.ok || read.error).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^CARD_KEY must be set/),
      expect.stringMatching(/^CARD_DATA_PRIVATE_KEY must be set/),
      expect.stringMatching(/^FPX_HOST must be set/),
      expect.stringMatching(/^ACQUIRER_SECRET must be set/),
    ]),
  );
  expect(readBackendConfiguration({ ...publicOrigin, SANDBOX: 'on' })).toMatchObject({
    ok: true,
    value: { isSandbox: true },
  });
});

test('reads a list of replaced keys', () => {
  const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte));
  const CARD_KEYS_REPLACED = `${one?.toString('base64url')}, ${other?.toString('base64url')}`;
  expect(readBackendConfiguration({ CARD_KEYS_REPLACED })).toMatchObject({ value: { replacedCardKeys: [one, other] } });
  expect(readBackendConfiguration({})).toMatchObject({ value: { replacedCardKeys: [] } });
});

test('requires https for the token service of the account link, except on localhost', () => {
  const ACCOUNT_LINK_TOKEN_URL = 'http://link.example/token';
  const fault = 'ACCOUNT_LINK_TOKEN_URL must be an https address.';
  const read = readBackendConfiguration({ PUBLIC_ORIGIN: 'https://pay.example.com', ACCOUNT_LINK_TOKEN_URL });
  expect(read.ok || read.error).toContain(fault);
  expect(readBackendConfiguration({ ACCOUNT_LINK_TOKEN_URL }).ok).toBe(true);
});

test('sends e-mails from the public host unless MAIL_FROM is set', () => {
  const read = (environment: Record<string, string>) => readBackendConfiguration({ ...environment, SANDBOX: 'on' });
  const publicOrigin = { PUBLIC_ORIGIN: 'https://pay.example.com', SMTP_URL: 'smtps://u:p@mail.example.com' };
  expect(read({})).toMatchObject({ value: { mail: null } });
  expect(read(publicOrigin)).toMatchObject({ value: { mail: { from: 'no-reply@pay.example.com' } } });
  expect(read({ ...publicOrigin, MAIL_FROM: 'bills@example.com' })).toMatchObject({
    value: { mail: { url: 'smtps://u:p@mail.example.com', from: 'bills@example.com' } },
  });
});

test('reports all invalid variables together', () => {
  const read = readBackendConfiguration({
    BACKEND_PORT: 'x',
    PUBLIC_ORIGIN: 'https://pay.example.com',
    MAIL_FROM: 'y',
  });
  const names = read.ok ? [] : read.error.map((line) => line.split(' ')[0]);
  expect(names.slice(0, 4)).toEqual(['BACKEND_PORT', 'MAIL_FROM', 'CARD_KEY', 'CARD_DATA_PRIVATE_KEY']);
  expect(names).toContain('FPX_SELLER_KEY');
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
])('rejects %s=%s with a one-line message', (name, value) => {
  const read = readBackendConfiguration({ [name]: value });
  expect(read).toEqual({ ok: false, error: [expect.stringMatching(new RegExp(`^${name} must be .*[.]$`))] });
});
