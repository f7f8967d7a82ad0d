import type { PaymentPage } from '@/lib/domain/payment/payment';
import { emptyPaymentPage, savedVisa } from './payment-page.fixture';
import { toPaymentView } from './payment-view';

const page: PaymentPage = {
  ...emptyPaymentPage,
  lines: [{ name: 'Account 1234567801', amount: emptyPaymentPage.total }],
  customer: { email: 'payer@example.com', phoneNumber: '60121234567' },
  attempt: {
    reasonCode: null,
    state: 'redirected',
    method: 'fpx',
    provider: null,
    resultRoute: '/bankResultFPX',
    nextAction: { kind: 'redirect', url: 'https://bank.example/', method: 'POST', fields: { secret: 'the-field' } },
  },
  downtimes: [
    { target: 'fpx', from: '2026-11-21T11:00:00Z', until: '2026-11-21T15:30:00Z' },
    { target: 'boost', from: '2026-11-21T13:00:00Z', until: '2026-11-21T15:30:00Z' },
    { target: 'dcb', from: '2026-11-20T11:00:00Z', until: '2026-11-20T15:30:00Z' },
  ],
};

test('the method of an attempt that has failed is chosen again, before the customer’s preferred one', () => {
  const preferring: PaymentPage = { ...page, preferredMethod: 'wallet' };
  expect(toPaymentView(preferring, 'en').preferredMethod).toBe('wallet');
  const failed: PaymentPage = { ...preferring, attempt: { ...page.attempt!, state: 'failed', nextAction: null } };
  expect(toPaymentView(failed, 'en').preferredMethod).toBe('fpx');
});

test('prefers a saved card that can pay for a customer who has paid by a new one', () => {
  const paidByCard: PaymentPage = { ...page, preferredMethod: 'newCard', methods: ['savedCard', 'newCard'] };
  expect(toPaymentView({ ...paidByCard, savedCards: [savedVisa] }, 'en').preferredMethod).toBe('savedCard');
  const savedCards = [{ ...savedVisa, isExpired: true }];
  expect(toPaymentView({ ...paidByCard, savedCards }, 'en').preferredMethod).toBe('newCard');
});

test('has exactly the listed fields of a payment page', () => {
  expect(Object.keys(toPaymentView(page, 'en')).sort()).toEqual([
    'autoDebitOption',
    'cardEncryptionKey',
    'cardEntry',
    'cardWallets',
    'cardsBelongTo',
    'carriers',
    'corporateBanks',
    'customer',
    'instalmentPlans',
    'isInProgress',
    'isKiosk',
    'isRepeated',
    'mainBanks',
    'methodLimits',
    'methods',
    'monthTerm',
    'moreMethods',
    'outages',
    'personalBanks',
    'preferredMethod',
    'refid',
    'savedCards',
    'savingCards',
    'serverTime',
    'total',
    'wallets',
    'warnings',
  ]);
});

test('does not contain the gateway, the partner, the payment ID or the account', () => {
  const sent = JSON.stringify(toPaymentView(page, 'en'));
  expect(sent).not.toMatch(/the-field|bank\.example|bankResult|DEMO-SHOP|zyxwvutsrq|1234567801/);
});

test('contains the customer’s e-mail address and the phone number without country code', () => {
  const customer = { email: 'payer@example.com', phoneNumber: '60121234567', accountNumber: '1234567801' };
  expect(toPaymentView({ ...page, customer }, 'en').customer).toEqual({
    email: 'payer@example.com',
    phoneNumber: '121234567',
  });
});

test('contains current and announced outages with times in the page’s language', () => {
  expect(toPaymentView(page, 'en').outages).toEqual({
    fpx: { state: 'down', until: '21 Nov 2026, 11:30 pm' },
    boost: { state: 'announced', from: '21 Nov 2026, 9:00 pm', until: '21 Nov 2026, 11:30 pm' },
  });
  expect(toPaymentView(page, 'ms').outages['fpx']).toEqual({ state: 'down', until: '21 Nov 2026, 11.30 malam' });
});

describe('methods', () => {
  const methods = ['newCard', 'fpx', 'counter', 'duitnowQr'] as const;

  test('are in the order of the product, in one list', () => {
    expect(toPaymentView({ ...page, methods }, 'en')).toMatchObject({ methods, moreMethods: [] });
  });

  test('the main ones come first, in their order, and the others follow', () => {
    expect(toPaymentView({ ...page, methods }, 'en', ['wallet', 'duitnowQr', 'fpx'])).toMatchObject({
      methods: ['duitnowQr', 'fpx', 'newCard', 'counter'],
      moreMethods: ['newCard', 'counter'],
    });
  });

  test('are in one list where no main one is offered', () => {
    expect(toPaymentView({ ...page, methods }, 'en', ['wallet'])).toMatchObject({ methods, moreMethods: [] });
  });
});
