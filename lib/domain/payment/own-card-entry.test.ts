import { paymentMethods } from '../methods/payment-methods';
import { withoutOwnCardEntry } from './own-card-entry';
import type { PaymentPage } from './payment';

const savedCard = { uniqueCardId: 'card-1' };
const page = {
  methods: paymentMethods,
  savedCards: [savedCard],
  savingCards: 'offered',
  autoDebitOption: 'preselected',
  preferredMethod: 'savedCard',
  cardEntry: 'own',
} as unknown as PaymentPage;

test('no method is left whose card data are typed in on our own pages', () => {
  expect(withoutOwnCardEntry(page)).toMatchObject({
    methods: ['fpx', 'fpxCorporate', 'm2u', 'wallet', 'dcb', 'counter', 'duitnowQr'],
    savedCards: [],
    savingCards: 'not-offered',
    autoDebitOption: 'not-offered',
    preferredMethod: null,
  });
});

test('a card that is typed in on the gateway’s page stays, and so does a preference for it', () => {
  const atGateway: PaymentPage = { ...page, cardEntry: 'gateway', preferredMethod: 'newCard' };
  expect(withoutOwnCardEntry(atGateway)).toMatchObject({
    methods: ['newCard', 'fpx', 'fpxCorporate', 'm2u', 'wallet', 'dcb', 'counter', 'duitnowQr'],
    preferredMethod: 'newCard',
  });
});
