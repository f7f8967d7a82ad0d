/** Fields of every method. */
export const contactFields = ['userEmailAddress', 'phoneNumber'] as const;

/** Names of the methods' fields in page order. */
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

/** Names of the payment form's fields in page order, for the error summary. */
export const paymentFieldOrder = [...methodFields, ...contactFields] as const;
