import type { PaymentPage } from '@/lib/domain/payment/payment';
import { barePage } from './payment-page.fixture';
import { viewPayment } from './payment-view';

const page: PaymentPage = {
  ...barePage,
  lines: [{ name: 'Account 1234567801', amount: barePage.total }],
  customer: { email: 'payer@example.com', phoneNumber: '60121234567' },
  attempt: {
    state: 'redirected',
    method: 'fpx',
    resultRoute: '/bankResultFPX',
    nextAction: { kind: 'redirect', url: 'https://bank.example/', method: 'POST', fields: { secret: 'the-field' } },
  },
  downtimes: [
    { target: 'fpx', from: '2026-11-21T11:00:00Z', until: '2026-11-21T15:30:00Z' },
    { target: 'boost', from: '2026-11-21T13:00:00Z', until: '2026-11-21T15:30:00Z' },
    { target: 'dcb', from: '2026-11-20T11:00:00Z', until: '2026-11-20T15:30:00Z' },
  ],
};

test('has the listed fields of a payment page and no others', () => {
  expect(Object.keys(viewPayment(page, 'en')).sort()).toEqual([
    'autoDebitOption',
    'cardEncryptionKey',
    'cardsBelongTo',
    'carriers',
    'corporateBanks',
    'customer',
    'instalmentPlans',
    'methods',
    'outages',
    'personalBanks',
    'preferredMethod',
    'refid',
    'savedCards',
    'savingCards',
    'serverTime',
    'total',
    'wallets',
  ]);
});

test('has nothing of the gateway, the partner, the payment’s id or the account', () => {
  const sent = JSON.stringify(viewPayment(page, 'en'));
  expect(sent).not.toMatch(/the-field|bank\.example|bankResult|DEMO-SHOP|zyxwvutsrq|1234567801/);
});

test('has of the customer the e-mail address and the phone number without its country code', () => {
  const customer = { email: 'payer@example.com', phoneNumber: '60121234567', accountNumber: '1234567801' };
  expect(viewPayment({ ...page, customer }, 'en').customer).toEqual({
    email: 'payer@example.com',
    phoneNumber: '121234567',
  });
});

test('has the outages that have not ended, their times in the language of the page', () => {
  expect(viewPayment(page, 'en').outages).toEqual({
    fpx: { state: 'down', until: '21 Nov 2026, 11:30 pm MYT' },
    boost: { state: 'announced', from: '21 Nov 2026, 9:00 pm MYT', until: '21 Nov 2026, 11:30 pm MYT' },
  });
  expect(viewPayment(page, 'ms').outages['fpx']).toEqual({ state: 'down', until: '21 Nov 2026, 11:30 PTG MYT' });
});
