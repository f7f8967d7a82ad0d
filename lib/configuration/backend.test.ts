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
      expect.stringMatching(/^FPX_HOST or .* must be set/),
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

describe('the biller behind the GSMA Mobile Money API', () => {
  const BILLER = 'gsma';
  const oauth = {
    GSMA_TOKEN_URL: 'https://b.example.com/token',
    GSMA_CLIENT_ID: 'ebill',
    GSMA_CLIENT_SECRET: 'secret12',
  };
  const url = { GSMA_API_URL: 'https://b.example.com/v1.2/mm/' };
  const key = { GSMA_API_KEY: 'key-of-the-biller' };
  const errorsOf = (environment: Record<string, string>) => {
    const read = readBackendConfiguration({ BILLER, ...environment });
    return read.ok ? [] : read.error.filter((line) => line.includes('GSMA'));
  };

  test('is the simulator in the sandbox unless another is named', () => {
    expect(readBackendConfiguration({ BILLER })).toMatchObject({
      value: { biller: 'gsma', gsma: { endpoint: null, identifierType: 'accountno', notification: 'callback' } },
    });
    expect(readBackendConfiguration({ BILLER, ...url, ...key })).toMatchObject({
      value: {
        gsma: {
          endpoint: {
            apiUrl: 'https://b.example.com/v1.2/mm',
            credentials: { kind: 'api-key', key: 'key-of-the-biller' },
          },
        },
      },
    });
    expect(readBackendConfiguration({ BILLER, ...url, ...oauth })).toMatchObject({
      value: { gsma: { endpoint: { credentials: { kind: 'client-credentials', clientId: 'ebill' } } } },
    });
  });

  test('is read only where it is the biller', () => {
    expect(readBackendConfiguration({ ...url, ...key })).toMatchObject({ value: { biller: 'sandbox', gsma: null } });
  });

  test.each([
    ['nothing', {}, ['GSMA_API_URL must be set', 'GSMA_API_KEY must be set, or GSMA_TOKEN_URL']],
    ['no credentials', url, ['GSMA_API_KEY must be set']],
    ['no address', key, ['GSMA_API_URL must be set']],
    [
      'half an OAuth client',
      { ...url, GSMA_CLIENT_ID: 'ebill' },
      ['GSMA_TOKEN_URL must be set', 'GSMA_CLIENT_SECRET must be set'],
    ],
    ['both credentials', { ...url, ...key, ...oauth }, ['GSMA_API_KEY must not be set beside']],
    ['plain http', { GSMA_API_URL: 'http://b.example.com', ...key }, ['GSMA_API_URL must be an https address']],
    [
      'plain http for tokens',
      { ...url, ...oauth, GSMA_TOKEN_URL: 'http://b.example.com/t' },
      ['GSMA_TOKEN_URL must be an https'],
    ],
    ['this machine', { GSMA_API_URL: 'http://127.0.0.1:4001/mm', ...key }, []],
  ])('real payers, %s', (_name, environment, expected) => {
    const errors = errorsOf({ PUBLIC_ORIGIN: 'https://pay.example.com', ...environment });
    expect(errors).toEqual(expected.map((beginning) => expect.stringContaining(beginning)));
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

test.each(['HTTP://gate.example/api/', 'Http://gate.example/api/', ' http://gate.example/api/'])(
  'a gateway at %j is not at an https address',
  (CHIP_API_URL) => {
    const keys = { CHIP_API_KEY: 'k'.repeat(20), CHIP_BRAND_ID: '3943e0d8-dfc0-4fb5-ae5f-4872f6d0990d' };
    for (const PUBLIC_ORIGIN of ['https://pay.example.com', 'http://localhost:3000']) {
      const read = readBackendConfiguration({ PUBLIC_ORIGIN, CHIP_API_URL, ...keys, SANDBOX: 'off' });
      expect(read).toMatchObject({ ok: false });
      expect(read.ok ? [] : read.error).toContain('CHIP_API_URL must be an https address.');
    }
  },
);

test.each([
  // PUBLIC_ORIGIN, FPX_HOST, whether it may be so
  ['https://pay.example.com', 'https://www.mepsfpx.com.my', true],
  ['https://pay.example.com', 'http://www.mepsfpx.com.my', false],
  ['https://pay.example.com', 'http://127.0.0.1:4001', false],
  ['http://localhost:3000', 'https://www.mepsfpx.com.my', true],
  ['http://localhost:3000', 'http://127.0.0.1:4001', true],
  ['http://localhost:3000', 'http://127.0.0.1.example.com:4001', false],
  ['http://localhost:3000', 'http://www.mepsfpx.com.my', false],
])('for the site at %s, a gateway at %s: %s', (PUBLIC_ORIGIN, FPX_HOST, isAllowed) => {
  const read = readBackendConfiguration({ PUBLIC_ORIGIN, FPX_HOST, SANDBOX: 'off' });
  expect(read.ok ? [] : read.error.filter((line) => line.startsWith('FPX_HOST'))).toEqual(
    isAllowed ? [] : ['FPX_HOST must be an https address.'],
  );
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
    FPX_HOST: 'https://www.mepsfpx.com.my',
  });
  const names = read.ok ? [] : read.error.map((line) => line.split(' ')[0]);
  expect(names.slice(0, 4)).toEqual(['BACKEND_PORT', 'MAIL_FROM', 'CARD_KEY', 'CARD_DATA_PRIVATE_KEY']);
  expect(names).toContain('FPX_SELLER_KEY');
});

test.each([
  ['BACKEND_PORT', 'http'],
  ['PUBLIC_ORIGIN', 'https://pay.example.com/path'],
  ['SANDBOX', 'yes'],
  ['BILLER', 'csv'],
  ['GSMA_API_URL', 'biller.example.com'],
  ['GSMA_IDENTIFIER_TYPE', 'account'],
  ['GSMA_NOTIFICATION', 'push'],
  ['GSMA_MAXIMUM_AMOUNT', '0'],
  ['CARD_KEY', 'c2hvcnQ'],
  ['CARD_KEYS_REPLACED', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8,c2hvcnQ'],
  ['DATABASE_URL', 'mysql://x'],
  ['SMTP_URL', 'https://mail.example.com'],
  ['MAIL_FROM', 'ebill'],
])('rejects %s=%s with a one-line message', (name, value) => {
  const read = readBackendConfiguration({ [name]: value });
  expect(read).toEqual({ ok: false, error: [expect.stringMatching(new RegExp(`^${name} must be .*[.]$`))] });
});

test('personal data have periods by default, and others than a number of days in range are refused', () => {
  expect(readBackendConfiguration({})).toMatchObject({
    value: { retention: { contact: 180, messages: 30, billLinks: 400 } },
  });
  const set = { CONTACT_RETENTION_DAYS: '365', MESSAGE_RETENTION_DAYS: '1', BILL_LINK_RETENTION_DAYS: '3650' };
  expect(readBackendConfiguration(set)).toMatchObject({
    value: { retention: { contact: 365, messages: 1, billLinks: 3_650 } },
  });
  // Disputes, and money that arrives late, need the contact for some weeks.
  for (const CONTACT_RETENTION_DAYS of ['0', '29', '3651', '6 months', '-1']) {
    const read = readBackendConfiguration({ CONTACT_RETENTION_DAYS });
    expect(read.ok || read.error).toEqual([expect.stringMatching(/^CONTACT_RETENTION_DAYS must be a number of days/)]);
  }
});

test('has cards posted straight to a gateway only where the operator says so', () => {
  expect(readBackendConfiguration({})).toMatchObject({ value: { postsCardsDirectly: false } });
  for (const [CARD_ENTRY, postsCardsDirectly] of [
    ['own', false],
    ['gateway', false],
    ['direct', true],
  ] as const) {
    expect(readBackendConfiguration({ CARD_ENTRY })).toMatchObject({ value: { postsCardsDirectly } });
  }
});

describe('auto debit that charges cards', () => {
  const on = { AUTO_DEBIT_CHARGE: 'on' };

  test('is off unless it is switched on', () => {
    expect(readBackendConfiguration({})).toMatchObject({ ok: true, value: { chargePolicy: null } });
    expect(readBackendConfiguration(on)).toMatchObject({
      ok: true,
      value: { chargePolicy: { noticeDays: 3, retryDays: [1, 3, 5] } },
    });
  });

  test.each([
    ['2, 7', [2, 7]],
    ['none', []],
    ['30', [30]],
  ])('charges again on the days %s', (AUTO_DEBIT_RETRY_DAYS, retryDays) => {
    const read = readBackendConfiguration({ ...on, AUTO_DEBIT_RETRY_DAYS });
    expect(read).toMatchObject({ ok: true, value: { chargePolicy: { retryDays } } });
  });

  test.each(['3,1', '1,1', '0', '31', '1.5', 'soon', '1,2,3,4,5,6,7,8,9,10,11'])(
    'refuses the days %s',
    (AUTO_DEBIT_RETRY_DAYS) => {
      const read = readBackendConfiguration({ ...on, AUTO_DEBIT_RETRY_DAYS });
      expect(read.ok || read.error).toEqual([expect.stringMatching(/^AUTO_DEBIT_RETRY_DAYS must be up to 10/)]);
    },
  );

  test.each(['0', '31', 'x'])('refuses a notice of %s days', (AUTO_DEBIT_NOTICE_DAYS) => {
    const read = readBackendConfiguration({ ...on, AUTO_DEBIT_NOTICE_DAYS });
    expect(read.ok || read.error).toEqual([expect.stringMatching(/^AUTO_DEBIT_NOTICE_DAYS must be/)]);
  });

  test.each([{ GATEWAYS: 'chip' }, { METHOD_GATEWAYS: 'newCard:chip' }, { GATEWAYS: 'stripe' }])(
    'charges cards that a gateway keeps: %j',
    (gateways) => {
      expect(readBackendConfiguration({ ...on, ...gateways })).toMatchObject({
        value: { chargePolicy: { noticeDays: 3 } },
      });
    },
  );

  test.each([{ GATEWAYS: 'fpx' }, { METHOD_GATEWAYS: 'fpx:stripe' }])(
    'is refused where new cards are begun at a gateway that charges none: %j',
    (gateways) => {
      const read = readBackendConfiguration({ ...on, ...gateways });
      expect(read.ok || read.error).toEqual([expect.stringMatching(/^AUTO_DEBIT_CHARGE must be off: no gateway/)]);
      expect(readBackendConfiguration(gateways).ok).toBe(true);
    },
  );
});
