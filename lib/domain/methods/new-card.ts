import { cardResultRoutes, leastPayment, type CardFieldNames, type MethodDescriptor } from './method-descriptor';

export const newCardNames = {
  number: 'cardNumber',
  expiry: 'cardExpiry',
  cvv: 'cardCvv',
  name: 'cardName',
} as const satisfies CardFieldNames;

/** A card that is typed in, and saved if the server allows it. */
export const newCard = {
  id: 'newCard',
  kind: 'card',
  category: 'newCard',
  resultRoute: cardResultRoutes,
  limits: { minimum: leastPayment, maximum: null },
  fields: Object.values(newCardNames),
  selection: null,
  card: { names: newCardNames, encryptedField: 'cardDetails', errorField: newCardNames.number },
  autoDebit: true,
  instalments: false,
} as const satisfies MethodDescriptor;
