/** The fields of each form whose values are filled in again after an error or a change of language. Never card data, codes or PINs. */
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
  receipt: ['companyName'],
  continuation: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;
