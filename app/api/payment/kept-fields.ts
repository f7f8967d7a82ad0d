/** The payment form's fields that are given back to the payer. Nothing of a card is among them. */
export const keptPaymentFields: readonly string[] = [
  'selectedPaymentMethod',
  'uniqueCardId',
  'saveCard',
  'eppBank',
  'monthTerm',
  'fpxBankID',
  'fpxBankCorporateID',
  'selectedWallet',
  'selectedDCB',
  'isAutoDebitOption',
  'userEmailAddress',
  'phoneNumber',
];
