/** Asked for whatever the method is. */
export const contactFields = ['userEmailAddress', 'phoneNumber'] as const;

/** Names of the fields of the methods, in the order of the page. */
export const methodFields = [
  'selectedPaymentMethod',
  'uniqueCardId',
  'savedCardCvv',
  'cardNumber',
  'cardExpiry',
  'cardCvv',
  'cardName',
  'eppBank',
  'monthTerm',
  'eppCardNumber',
  'eppCardExpiry',
  'eppCardCvv',
  'eppCardName',
  'fpxBankID',
  'fpxBankCorporateID',
  'selectedWallet',
  'selectedDCB',
] as const;

/** Names of the payment form's fields in the order of the page, which is the order in which problems are listed. */
export const paymentFieldOrder = [...methodFields, ...contactFields] as const;

/** The names by which typed cards are posted. */
export const newCardNames = { number: 'cardNumber', expiry: 'cardExpiry', cvv: 'cardCvv', name: 'cardName' } as const;
export const instalmentCardNames = {
  number: 'eppCardNumber',
  expiry: 'eppCardExpiry',
  cvv: 'eppCardCvv',
  name: 'eppCardName',
} as const;

/** Fields of a card, which are emptied when the payer comes back to the page. */
export const cardFieldNames = [
  ...Object.values(newCardNames),
  ...Object.values(instalmentCardNames),
  'savedCardCvv',
] as const;
