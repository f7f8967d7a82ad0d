import fc from 'fast-check';
import { sen } from '@/lib/domain/money';
import { purchaseRequest } from '@/sandbox/simulators/chip/chip-schemas.fixture';
import { chipWallets, toChipMethod } from './methods';
import { makeChipOrder } from './order.fixture';
import { buildPurchase } from './request';

const merchant = {
  brandId: '409eb80e-3782-4b1d-afa8-b779759266a5',
  siteOrigin: 'https://pay.example.com',
  callbackUrl: 'https://backend.example.com/callbacks/chip',
};
const fpx = { whitelist: ['fpx'], query: {} };

test('a purchase has the amount in sen, our number, and a deadline after which it cannot be paid', () => {
  expect(buildPurchase(merchant, fpx, makeChipOrder())).toEqual({
    brand_id: merchant.brandId,
    client: { email: 'payer@example.com' },
    purchase: {
      ...{ currency: 'MYR', language: 'en', due_strict: true, single_attempt: true },
      products: [{ name: 'Water bill', price: 13878, quantity: 1 }],
    },
    reference: 'abcdefghij0123456789',
    due: 1795515300,
    payment_method_whitelist: ['fpx'],
    success_redirect: 'https://pay.example.com/bankResultFPX?chip_reference=abcdefghij0123456789',
    failure_redirect: 'https://pay.example.com/bankResultFPX?chip_reference=abcdefghij0123456789',
    cancel_redirect: 'https://pay.example.com/bankResultFPX?chip_reference=abcdefghij0123456789',
    success_callback: 'https://backend.example.com/callbacks/chip',
    send_receipt: false,
    creator_agent: 'ebill',
    platform: 'web',
  });
});

test.each([
  ['ms', 'ms'],
  ['en', 'en'],
  ['ta', 'en'],
])('in the language %s CHIP’s page is in %s', (language, expected) => {
  expect(buildPurchase(merchant, fpx, makeChipOrder({ language })).purchase.language).toBe(expected);
});

// overview/online-purchases/subscription of CHIP's documents, 'Subscription With Registration Fee'.
test.each([
  [true, true],
  [false, undefined],
  [undefined, undefined],
])('has the card kept only if the payer has asked for it: %s', (savesCard, expected) => {
  const { force_recurring: kept } = buildPurchase(merchant, fpx, makeChipOrder({ savesCard }));
  expect(kept).toBe(expected);
});

// The format of CHIP's schema `Phone`: '+44 45643564564'.
test('writes a phone number as CHIP does', () => {
  expect(buildPurchase(merchant, fpx, makeChipOrder({ payerPhone: '60123456789' })).client.phone).toBe('+60 123456789');
});

test('every purchase fits the schema of CHIP’s OpenAPI', () => {
  const orders = fc.record({
    description: fc.string({ maxLength: 400 }),
    amount: fc.integer({ min: 1, max: 99_999_999 }).map(sen),
    payerPhone: fc.constantFrom(null, '60123456789', '60312345678'),
    language: fc.constantFrom('en', 'ms', 'xx-long'),
    savesCard: fc.constantFrom(undefined, true, false),
    resultRoute: fc.constantFrom('/bankResultFPX', '/ewallet/view/bankResult', '/bankResultMBB'),
  });
  fc.assert(
    fc.property(orders, (changed) => {
      const body = buildPurchase(merchant, fpx, makeChipOrder(changed));
      expect(purchaseRequest.parse(JSON.parse(JSON.stringify(body)))).toEqual(body);
    }),
  );
});

// overview/direct-post of CHIP's documents.
test.each([
  ['fpx', 'MB2U0227', ['fpx'], { preferred: 'fpx', fpx_bank_code: 'MB2U0227' }],
  ['fpxCorporate', 'MBB0228', ['fpx_b2b1'], { preferred: 'fpx_b2b1', fpx_bank_code: 'MBB0228' }],
  ['duitnowQr', null, ['duitnow_qr'], { preferred: 'duitnow_qr' }],
  ['wallet', 'touchngo', ['razer_tng'], { preferred: 'razer_tng', razer_bank_code: 'TNG-EWALLET' }],
  ['wallet', 'grabpay', ['razer_grabpay'], { preferred: 'razer_grabpay', razer_bank_code: 'GrabPay' }],
  ['wallet', 'shopeepay', ['razer_shopeepay'], { preferred: 'razer_shopeepay', razer_bank_code: 'ShopeePay' }],
  ['newCard', null, ['visa', 'mastercard', 'maestro'], {}],
] as const)('%s, %s leads straight to %j', (method, provider, whitelist, query) => {
  expect(toChipMethod({ method, provider }, chipWallets)).toEqual({ whitelist, query });
});

test.each([
  ['fpx', null],
  ['fpx', 'MBB0229'],
  ['fpx', 'constructor'],
  // A bank for companies only.
  ['fpx', 'BNP003'],
  ['fpxCorporate', 'MB2U0227'],
  ['wallet', 'boost'],
  ['wallet', 'setel'],
  ['wallet', 'constructor'],
  ['wallet', null],
  ['m2u', null],
  ['savedCard', null],
  ['epp', 'MBB:12'],
] as const)('CHIP has no %s, %s', (method, provider) => {
  expect(toChipMethod({ method, provider }, chipWallets)).toBeNull();
});
