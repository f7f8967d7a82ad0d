import { readGatewayValues } from '@/lib/configuration/gateways';
import { createGatewaySettings } from './settings';

const own = { siteOrigin: 'https://pay.example.com', backendUrl: 'https://backend.example.com' };
function settingsOf(environment: Record<string, string>) {
  const read = readGatewayValues(environment);
  if (!read.ok) throw new Error(read.error.join('\n'));
  return createGatewaySettings(read.value, own);
}

const pem = '-----BEGIN PRIVATE KEY-----\\nx';
const required = {
  FPX_HOST: 'https://fpx.example.com',
  FPX_SELLER_EX_ID: 'EX1',
  FPX_SELLER_ID: 'SE1',
  FPX_SELLER_KEY: pem,
  FPX_PUBLIC_KEY: pem,
  ACQUIRER_HOST: 'https://cards.example.com/',
  ACQUIRER_KEY_ID: 'ebill',
  ACQUIRER_SECRET: 'x'.repeat(32),
};
const eghl = { EGHL_HOST: 'https://eghl.example.com', EGHL_SERVICE_ID: 'ABC', EGHL_PASSWORD: 'password1' };

test('gateways without a host are not offered', () => {
  expect(settingsOf(required)).toMatchObject({ acquirer: { hostUrl: 'https://cards.example.com' }, eghl: null });
});

test('uses eGHL’s configured URLs', () => {
  const codes = {
    EGHL_PATH: '/x/pay',
    EGHL_WALLET_METHOD: 'EW',
    EGHL_WALLET_CODES: 'boost=BST',
    EGHL_CHANNELS: 'wallet',
  };
  expect(settingsOf({ ...required, ...eghl, ...codes })).toMatchObject({
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

const counter = {
  COUNTER_HOST: 'https://counter.example.com',
  COUNTER_KEY_ID: 'ebill',
  COUNTER_SECRET: 's'.repeat(32),
};
const duitNow = {
  DUITNOW_HOST: 'https://bank.example.com',
  DUITNOW_KEY_ID: 'ebill',
  DUITNOW_SECRET: 's'.repeat(32),
  DUITNOW_ACQUIRER_ID: '501664',
  DUITNOW_MERCHANT_ID: '123456789',
  DUITNOW_MERCHANT: 'EBILL',
  DUITNOW_CITY: 'BANGI',
};

test('uses the configured URLs of counters and DuitNow QR', () => {
  expect(settingsOf({ ...required, ...counter, ...duitNow })).toMatchObject({
    eghl: null,
    counter: { hostUrl: 'https://counter.example.com', validMinutes: 1110 },
    duitNow: {
      callbackUrl: 'https://backend.example.com/callbacks/duitnow',
      qrMerchant: { acquirerId: '501664', name: 'EBILL', category: '4900' },
    },
  });
  expect(settingsOf({ ...required, ...counter, COUNTER_VALID_MINUTES: '60' })).toMatchObject({
    counter: { validMinutes: 60 },
    duitNow: null,
  });
});

test.each([
  ['FPX_HOST', 'ftp://x'],
  ['FPX_SELLER_KEY', 'secret-key'],
  ['ACQUIRER_SECRET', 'too-short'],
  ['EGHL_SERVICE_ID', 'toolong'],
  ['EGHL_PASSWORD', 'short'],
  ['COUNTER_SECRET', 'tiny'],
  ['COUNTER_VALID_MINUTES', 'soon'],
  ['DUITNOW_CITY', 'Kuala Lumpur, the capital'],
  ['EGHL_WALLET_CODES', 'no-pairs'],
])('refuses %s=%s with a one-line message', (name, value) => {
  const read = readGatewayValues({ ...required, ...eghl, ...counter, ...duitNow, [name]: value });
  expect(read).toEqual({ ok: false, error: [expect.stringMatching(new RegExp(`^${name} must be .*[.]$`))] });
});
