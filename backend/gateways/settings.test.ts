import { readGatewayValues } from '@/lib/configuration/gateways';
import { createGatewaySettings } from './settings';

const own = { siteOrigin: 'https://pay.example.com', backendUrl: 'https://backend.example.com' };
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

const stripe = {
  STRIPE_SECRET_KEY: 'rk_live_0123456789',
  STRIPE_WEBHOOK_SECRETS: 'whsec_0123456789, whsec_9876543210',
};

test.each([
  ['FPX', fpx, 'fpx'],
  ['eGHL', eghl, 'eghl'],
  ['DuitNow QR', duitnow, 'duitnow'],
  ['Stripe', stripe, 'stripe'],
])('%s alone is enough, and nothing else is offered', (_name, environment, gateway) => {
  expect(settingsOf(environment)).toEqual({
    ...{ fpx: null, acquirer: null, eghl: null, counter: null, duitnow: null, stripe: null },
    [gateway]: expect.anything(),
  });
});

test('removes the slash after a host', () => {
  expect(settingsOf(fpx)).toMatchObject({ fpx: { hostUrl: 'https://fpx.example.com' } });
});

test('refuses an environment without a gateway', () => {
  expect(readGatewayValues({})).toEqual({
    ok: false,
    error: [
      'FPX_HOST or EGHL_HOST or DUITNOW_HOST or STRIPE_SECRET_KEY must be set: without a gateway nothing can be paid.',
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

test.each([
  ['FPX_HOST', 'ftp://x'],
  ['FPX_SELLER_KEY', 'secret-key'],
  ['EGHL_SERVICE_ID', 'toolong'],
  ['EGHL_PASSWORD', 'short'],
  ['DUITNOW_SECRET', 'tiny'],
  ['DUITNOW_CITY', 'Kuala Lumpur, the capital'],
  ['EGHL_WALLET_CODES', 'no-pairs'],
])('refuses %s=%s with a one-line message', (name, value) => {
  const read = readGatewayValues({ ...fpx, ...eghl, ...duitnow, [name]: value });
  expect(read).toEqual({ ok: false, error: [expect.stringMatching(new RegExp(`^${name} must be .*[.]$`))] });
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
