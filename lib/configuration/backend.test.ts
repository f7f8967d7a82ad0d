import { readBackendConfiguration } from './backend';

test('a machine of one’s own needs nothing', () => {
  expect(readBackendConfiguration({})).toMatchObject({
    ok: true,
    value: { port: 4000, publicOrigin: 'http://localhost:3000', isSandbox: true, databaseUrl: null, cardKey: null },
  });
});

test('a public origin has no sandbox, and its own keys', () => {
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

test('the biller is the sandbox’s where the sandbox is on, stored elsewhere, and never the sandbox’s for real payers', () => {
  const publicOrigin = { PUBLIC_ORIGIN: 'https://pay.example.com' };
  expect(readBackendConfiguration({})).toMatchObject({ value: { biller: 'sandbox' } });
  expect(readBackendConfiguration({ BILLER: 'stored' })).toMatchObject({ value: { biller: 'stored' } });
  const refused = readBackendConfiguration({ ...publicOrigin, BILLER: 'sandbox' });
  expect(refused.ok || refused.error).toContain('BILLER must not be sandbox where the sandbox is off.');
  const read = readBackendConfiguration({ ...publicOrigin, BILLER: 'stored' });
  expect(read.ok || read.error).not.toContainEqual(expect.stringContaining('BILLER'));
});

test('keys that were replaced are read one by one', () => {
  const [one, other] = [1, 2].map((byte) => Buffer.alloc(32, byte));
  const CARD_KEYS_REPLACED = `${one?.toString('base64url')}, ${other?.toString('base64url')}`;
  expect(readBackendConfiguration({ CARD_KEYS_REPLACED })).toMatchObject({ value: { replacedCardKeys: [one, other] } });
  expect(readBackendConfiguration({})).toMatchObject({ value: { replacedCardKeys: [] } });
});

test('the account link’s token service is asked by https alone, but on this machine', () => {
  const ACCOUNT_LINK_TOKEN_URL = 'http://link.example/token';
  const fault = 'ACCOUNT_LINK_TOKEN_URL must be an https address.';
  const read = readBackendConfiguration({ PUBLIC_ORIGIN: 'https://pay.example.com', ACCOUNT_LINK_TOKEN_URL });
  expect(read.ok || read.error).toContain(fault);
  expect(readBackendConfiguration({ ACCOUNT_LINK_TOKEN_URL }).ok).toBe(true);
});

test('e-mails come from the public host unless another address is named', () => {
  const read = (environment: Record<string, string>) => readBackendConfiguration({ ...environment, SANDBOX: 'on' });
  const publicOrigin = { PUBLIC_ORIGIN: 'https://pay.example.com', SMTP_URL: 'smtps://u:p@mail.example.com' };
  expect(read({})).toMatchObject({ value: { mail: null } });
  expect(read(publicOrigin)).toMatchObject({ value: { mail: { from: 'no-reply@pay.example.com' } } });
  expect(read({ ...publicOrigin, MAIL_FROM: 'bills@example.com' })).toMatchObject({
    value: { mail: { url: 'smtps://u:p@mail.example.com', from: 'bills@example.com' } },
  });
});

test('all that is wrong is said at once', () => {
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
  ['BILLER', 'gsma'],
  ['CARD_KEY', 'c2hvcnQ'],
  ['CARD_KEYS_REPLACED', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8,c2hvcnQ'],
  ['DATABASE_URL', 'mysql://x'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['MAIL_FROM', 'ebill'],
])('%s=%s is refused in one line', (name, value) => {
  const read = readBackendConfiguration({ [name]: value });
  expect(read).toEqual({ ok: false, error: [expect.stringMatching(new RegExp(`^${name} must be .*[.]$`))] });
});
