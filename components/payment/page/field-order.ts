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
