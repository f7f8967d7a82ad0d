import { readGatewayValues } from '@/lib/configuration/gateways';
import { createGatewaySettings } from './settings';

const own = {
  siteOrigin: 'https://pay.example.com',
  postsCardsDirectly: false,
  backendUrl: 'https://backend.example.com',
};
function settingsOf(environment: Record<string, string>) {
  const read = readGatewayValues(environment);
  if (!read.ok) throw new Error(read.error.join('\n'));
  return createGatewaySettings(read.value, own);
}

const pem = '-----BEGIN PRIVATE KEY-----\\nx';
const fpx = {
  FPX_HOST: 'https://fpx.example.com/',
  FPX_SELLER_EX_ID: 'EX1',
  FPX_SELLER_ID: 'SE1',
  FPX_SELLER_KEY: pem,
  FPX_PUBLIC_KEY: pem,
};
const eghl = { EGHL_HOST: 'https://eghl.example.com', EGHL_SERVICE_ID: 'ABC', EGHL_PASSWORD: 'password1' };

const duitnow = {
  DUITNOW_HOST: 'https://bank.example.com',
  DUITNOW_KEY_ID: 'ebill',
  DUITNOW_SECRET: 's'.repeat(32),
  DUITNOW_ACQUIRER_ID: '501664',
  DUITNOW_MERCHANT_ID: '123456789',
  DUITNOW_MERCHANT: 'EBILL',
  DUITNOW_CITY: 'BANGI',
};

const billplz = {
  BILLPLZ_API_KEY: '73eb57f0-7d4e-42b9-a544-aeac6e4b0f81',
  BILLPLZ_COLLECTION_ID: 'inbmmepb',
  BILLPLZ_X_SIGNATURE_KEY: 'S-s7b4yWpp9h7rrkNM1i3Z_g',
};
const chip = {
  CHIP_API_KEY: 'k'.repeat(40),
  CHIP_BRAND_ID: '409eb80e-3782-4b1d-afa8-b779759266a5',
};
const stripe = {
  STRIPE_SECRET_KEY: 'rk_live_0123456789',
  STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789, whsec_9876543210',
};

test.each([
  ['FPX', fpx, 'fpx'],
  ['eGHL', eghl, 'eghl'],
  ['DuitNow QR', duitnow, 'duitnow'],
  ['CHIP Collect', chip, 'chip'],
  ['Stripe', stripe, 'stripe'],
  ['Billplz', billplz, 'billplz'],
])('%s alone is enough, and nothing else is offered', (_name, environment, gateway) => {
  expect(settingsOf(environment)).toEqual({
    ...{ fpx: null, acquirer: null, eghl: null, counter: null, duitnow: null, chip: null, stripe: null, billplz: null },
    [gateway]: expect.anything(),
  });
});

test('removes the slash after a host', () => {
  expect(settingsOf(fpx)).toMatchObject({ fpx: { hostUrl: 'https://fpx.example.com' } });
});

test("reads names of FPX's banks", () => {
  const names = { FPX_BANK_NAMES: 'TEST0021=SBI Bank A, TEST0022 = SBI Bank B' };
  expect(settingsOf({ ...fpx, ...names }).fpx?.bankNames).toEqual(
    new Map([
      ['TEST0021', 'SBI Bank A'],
      ['TEST0022', 'SBI Bank B'],
    ]),
  );
  expect(settingsOf(fpx).fpx?.bankNames).toEqual(new Map());
});

test("reads FPX's limits, in sen", () => {
  expect(settingsOf(fpx).fpx?.limits).toEqual({
    personal: { minimum: 100, maximum: 3_000_000 },
    corporate: { minimum: 200, maximum: 100_000_000 },
  });
  const limits = {
    ...{ FPX_MINIMUM: '500', FPX_MAXIMUM: '500' },
    ...{ FPX_CORPORATE_MINIMUM: '1000', FPX_CORPORATE_MAXIMUM: '999999999' },
  };
  expect(settingsOf({ ...fpx, ...limits }).fpx?.limits).toEqual({
    personal: { minimum: 500, maximum: 500 },
    corporate: { minimum: 1000, maximum: 999_999_999 },
  });
});

test.each([
  ['FPX_MAXIMUM', { FPX_MINIMUM: '501', FPX_MAXIMUM: '500' }],
  ['FPX_CORPORATE_MAXIMUM', { FPX_CORPORATE_MAXIMUM: '199' }],
])('refuses a minimum above %s', (name, limits) => {
  expect(readGatewayValues({ ...fpx, ...limits })).toEqual({
    ok: false,
    error: [expect.stringMatching(new RegExp(`^${name} must be an amount in sen, at least`))],
  });
});

test.each(['1', '1440'])('lets a payer authenticate at the bank for %s minutes', (minutes) => {
  expect(settingsOf({ ...fpx, FPX_SESSION_MINUTES: minutes }).fpx?.sessionMinutes).toBe(Number(minutes));
});

test('refuses an environment without a gateway', () => {
  expect(readGatewayValues({})).toEqual({
    ok: false,
    error: [
      'FPX_HOST or EGHL_HOST or DUITNOW_HOST or CHIP_API_KEY or STRIPE_SECRET_KEY or BILLPLZ_API_KEY must be set: without a gateway nothing can be paid.',
    ],
  });
});

test('tells what a gateway lacks as soon as one of its variables is set', () => {
  const read = readGatewayValues({ ...fpx, EGHL_SERVICE_ID: 'ABC' });
  expect(read).toEqual({
    ok: false,
    error: [expect.stringMatching(/^EGHL_HOST must be set/), expect.stringMatching(/^EGHL_PASSWORD must be set/)],
  });
});

test.each(['ACQUIRER_HOST', 'COUNTER_HOST'])('refuses %s: only the sandbox speaks its protocol', (name) => {
  expect(readGatewayValues({ ...fpx, [name]: 'https://pay.example.com' })).toEqual({
    ok: false,
    error: [`${name} must not be set: its protocol is the sandbox's own.`],
  });
});

test('uses eGHL’s configured URLs', () => {
  const codes = {
    EGHL_PATH: '/x/pay',
    EGHL_WALLET_METHOD: 'EW',
    EGHL_WALLET_CODES: 'boost=BST',
    EGHL_CHANNELS: 'wallet',
  };
  expect(settingsOf({ ...fpx, ...eghl, ...codes })).toMatchObject({
    eghl: {
      pageUrl: 'https://eghl.example.com/x/pay',
      serviceId: 'ABC',
      wallet: {
        pymtMethod: 'EW',
        providers: { boost: { code: 'BST' }, touchngo: { code: 'TNG' } },
        returnUrl: 'https://pay.example.com/bankResultEGHL',
        callbackUrl: 'https://backend.example.com/callbacks/eghl',
      },
      m2u: null,
    },
  });
});

test('uses the configured URLs of DuitNow QR', () => {
  expect(settingsOf({ ...fpx, ...duitnow })).toMatchObject({
    eghl: null,
    duitnow: {
      callbackUrl: 'https://backend.example.com/callbacks/duitnow',
      qrMerchant: { acquirerId: '501664', name: 'EBILL', category: '4900' },
    },
  });
});

test('uses Billplz’s published address unless another is configured, without its slash', () => {
  expect(settingsOf(billplz)).toMatchObject({
    billplz: {
      apiUrl: 'https://www.billplz.com/api',
      callbackUrl: 'https://backend.example.com/callbacks/billplz',
      siteOrigin: 'https://pay.example.com',
    },
  });
  const staging = { ...billplz, BILLPLZ_API_URL: 'https://www.billplz-sandbox.com/api/' };
  expect(settingsOf(staging)).toMatchObject({ billplz: { apiUrl: 'https://www.billplz-sandbox.com/api' } });
});

test('uses CHIP’s published address and codes, unless others are configured', () => {
  expect(settingsOf(chip)).toMatchObject({
    chip: {
      apiUrl: 'https://gate.chip-in.asia/api/v1',
      publicKey: null,
      siteOrigin: 'https://pay.example.com',
      callbackUrl: 'https://backend.example.com/callbacks/chip',
      wallets: {
        touchngo: { method: 'razer_tng', code: 'TNG-EWALLET' },
        grabpay: { method: 'razer_grabpay', code: 'GrabPay' },
        shopeepay: { method: 'razer_shopeepay', code: 'ShopeePay' },
      },
    },
  });
  const codes = {
    CHIP_API_URL: 'https://chip.example.com/v2',
    CHIP_WALLET_CODES: 'boost=razer_boost:BOOST,grabpay=razer:Grab',
  };
  const { wallets, apiUrl } = settingsOf({ ...chip, ...codes }).chip ?? {};
  expect(apiUrl).toBe('https://chip.example.com/v2');
  expect(wallets).toEqual({
    touchngo: { method: 'razer_tng', code: 'TNG-EWALLET' },
    grabpay: { method: 'razer', code: 'Grab' },
    shopeepay: { method: 'razer_shopeepay', code: 'ShopeePay' },
    boost: { method: 'razer_boost', code: 'BOOST' },
  });
});

test.each([
  ['FPX_HOST', 'ftp://x'],
  ['FPX_SELLER_KEY', 'secret-key'],
  ['FPX_SESSION_MINUTES', '1441'],
  ['FPX_MINIMUM', '0'],
  ['FPX_MINIMUM', '1.00'],
  ['FPX_BANK_NAMES', 'TEST0021'],
  ['FPX_BANK_NAMES', 'test=Bank'],
  ['FPX_BANK_NAMES', 'TEST0021='],
  ['FPX_BANK_NAMES', 'TEST0021=SBI=A'],
  ['FPX_BANK_NAMES', `TEST0021=${'x'.repeat(41)}`],
  ['FPX_BANK_NAMES', 'TEST0021=SBI Bank A,TEST0021=SBI Bank B'],
  ['FPX_BANK_NAMES', 'TEST0021=SBI\u0000'],
  ['FPX_BANK_NAMES', `A=${'x'.repeat(30)},`.repeat(200)],
  ['EGHL_SERVICE_ID', 'toolong'],
  ['EGHL_PASSWORD', 'short'],
  ['DUITNOW_SECRET', 'tiny'],
  ['DUITNOW_CITY', 'Kuala Lumpur, the capital'],
  ['EGHL_WALLET_CODES', 'no-pairs'],
  ['BILLPLZ_API_KEY', 'with:colon-and-more-of-it'],
  ['BILLPLZ_COLLECTION_ID', 'a/../b'],
  ['CHIP_API_URL', 'gate.chip-in.asia'],
  ['CHIP_API_KEY', 'two words'],
  ['CHIP_BRAND_ID', 'brand'],
  ['CHIP_PUBLIC_KEY', 'key'],
  ['CHIP_WALLET_CODES', 'touchngo=razer_tng'],
])('refuses %s=%s with a one-line message', (name, value) => {
  const read = readGatewayValues({ ...fpx, ...eghl, ...duitnow, ...chip, ...billplz, [name]: value });
  expect(read).toEqual({ ok: false, error: [expect.stringMatching(new RegExp(`^${name} must be .*[.]$`))] });
});

test('Stripe’s page offers no wallet for cards unless it is said, and those that it has only', () => {
  const walletsOf = (text: string) => settingsOf({ ...stripe, STRIPE_WALLETS: text }).stripe?.cardWallets;
  expect(settingsOf(stripe).stripe?.cardWallets).toEqual([]);
  expect(walletsOf('')).toEqual([]);
  expect(walletsOf('apple_pay')).toEqual(['apple_pay']);
  expect(walletsOf('apple_pay, google_pay')).toEqual(['apple_pay', 'google_pay']);
  expect(readGatewayValues({ ...stripe, STRIPE_WALLETS: 'applepay' })).toEqual({
    ok: false,
    error: [expect.stringMatching(/^STRIPE_WALLETS must be .*[.]$/)],
  });
});

test('Stripe has one or two secrets of its webhook endpoint, and its own address', () => {
  expect(settingsOf(stripe).stripe).toMatchObject({
    apiUrl: 'https://api.stripe.com',
    webhookSecrets: ['whsec_0123456789', 'whsec_9876543210'],
    siteOrigin: 'https://pay.example.com',
  });
  for (const STRIPE_WEBHOOK_SECRETS of ['secret', 'whsec_0123456789,whsec_0123456789,whsec_0123456789']) {
    expect(readGatewayValues({ ...stripe, STRIPE_WEBHOOK_SECRETS }).ok).toBe(false);
  }
});
