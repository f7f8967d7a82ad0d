/** The fields of each form whose values are given back to the payer after an error or a change of language. Card data, codes and PINs are not among them. */
export const retainedFields = {
  'look-up': ['accountNumber'],
  bill: ['payOption', 'amount', 'email', 'phoneNumber'],
  payment: [
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
  ],
  'pay-by-mobile': ['mobileNumber'],
  'auto-debit': [],
  'auto-debit-pin': [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
