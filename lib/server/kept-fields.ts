import 'server-only';
import type { FlashingForm } from './flash-cookies';

/** The fields of each form whose values are given back to the payer. Nothing of a card, no code and no PIN is among them. */
export const keptFields = {
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
} as const satisfies Record<FlashingForm, readonly string[]>;
