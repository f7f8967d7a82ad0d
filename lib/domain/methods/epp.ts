import {
  cardResultRoutes,
  leastPayment,
  onlineOptions,
  type CardFieldNames,
  type MethodDescriptor,
} from './method-descriptor';

export const instalmentCardNames = {
  number: 'eppCardNumber',
  expiry: 'eppCardExpiry',
  cvv: 'eppCardCvv',
  name: 'eppCardName',
} as const satisfies CardFieldNames;

/** An instalment plan of the card's bank. Each plan has its own minimum, above the method's. */
export const epp = {
  id: 'epp',
  kind: 'card',
  category: 'newCard',
  resultRoute: cardResultRoutes,
  limits: { minimum: leastPayment, maximum: null },
  fields: ['eppBank', 'monthTerm', ...Object.values(instalmentCardNames)],
  selection: {
    field: 'eppBank',
    listOptions: ({ instalmentPlans: plans }) => onlineOptions(plans.map(({ bank }) => bank)),
  },
  card: { names: instalmentCardNames, encryptedField: 'cardDetailsEPP', errorField: instalmentCardNames.number },
  autoDebit: false,
  instalments: true,
} as const satisfies MethodDescriptor;

/** The card brands with instalments: not Amex. Specification, section 9. */
export const instalmentBrands = ['visa', 'mastercard'] as const;
