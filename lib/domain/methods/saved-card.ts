import { cardResultRoutes, leastPayment, type MethodDescriptor } from './method-descriptor';

/** A card that the customer or the device has saved. */
export const savedCard = {
  id: 'savedCard',
  kind: 'card',
  category: 'savedCard',
  resultRoute: cardResultRoutes,
  limits: { minimum: leastPayment, maximum: null },
  fields: ['uniqueCardId', 'savedCardCvv'],
  selection: {
    field: 'uniqueCardId',
    listOptions: ({ savedCards }) => savedCards.map((card) => ({ id: card.uniqueCardId, isOnline: !card.isOffline })),
  },
  card: { names: null, encryptedField: 'savedCardCvv', errorField: 'uniqueCardId' },
  autoDebit: true,
  instalments: false,
} as const satisfies MethodDescriptor;
