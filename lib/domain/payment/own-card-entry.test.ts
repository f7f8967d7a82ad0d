import { paymentMethods } from '../methods/payment-methods';
import { withAllowedCardEntry } from './own-card-entry';
import type { PaymentPage } from './payment';

const savedCard = { uniqueCardId: 'card-1', needsCvv: true };
const page = {
  methods: paymentMethods,
  savedCards: [savedCard],
  savingCards: 'offered',
  autoDebitOption: 'preselected',
  preferredMethod: 'savedCard',
  cardEntry: 'own',
} as unknown as PaymentPage;

test('no method is left whose card data are typed in on our own pages', () => {
  expect(withAllowedCardEntry(page, 'gateway')).toMatchObject({
    methods: ['fpx', 'fpxCorporate', 'm2u', 'wallet', 'dcb', 'counter', 'duitnowQr'],
    savedCards: [],
    savingCards: 'not-offered',
    autoDebitOption: 'not-offered',
    preferredMethod: null,
  });
});

test('a card that is typed in on the gateway’s page stays, and so does a preference for it', () => {
  const atGateway: PaymentPage = { ...page, cardEntry: 'gateway', preferredMethod: 'newCard' };
  expect(withAllowedCardEntry(atGateway, 'gateway')).toMatchObject({
    methods: ['newCard', 'fpx', 'fpxCorporate', 'm2u', 'wallet', 'dcb', 'counter', 'duitnowQr'],
    preferredMethod: 'newCard',
  });
});

test('saved cards that need no CVV stay, and so does the saving of a card at the gateway', () => {
  const kept = { uniqueCardId: 'card-2', needsCvv: false };
  const atGateway = { ...page, cardEntry: 'gateway', savedCards: [savedCard, kept] } as unknown as PaymentPage;
  expect(withAllowedCardEntry(atGateway, 'gateway')).toMatchObject({
    methods: ['savedCard', 'newCard', 'fpx', 'fpxCorporate', 'm2u', 'wallet', 'dcb', 'counter', 'duitnowQr'],
    savedCards: [kept],
    savingCards: 'offered',
    preferredMethod: 'savedCard',
  });
});

// docs/gateways.md, where cards are typed in.
test.each([
  ['gateway', 'gateway', true],
  ['gateway', 'direct', false],
  ['gateway', 'own', false],
  ['direct', 'gateway', true],
  ['direct', 'direct', true],
  ['direct', 'own', false],
  ['own', 'gateway', true],
  ['own', 'direct', true],
  ['own', 'own', true],
] as const)(
  'with CARD_ENTRY=%s a card that is typed in at the place %s is offered: %s',
  (configured, cardEntry, is) => {
    expect(withAllowedCardEntry({ ...page, cardEntry }, configured).methods.includes('newCard')).toBe(is);
  },
);
